// Written by `python -m tests.i18n.catalogs`.
const BOOT_TEXTS = {
 "cs": {
  "dir": "ltr",
  "stages": [
   "Načítání…",
   "Načítání Pythonu…",
   "Spouštění Pythonu…",
   "Načítání hry…"
  ],
  "failed": "Hru se nepodařilo spustit",
  "file": "Část hry se nepodařilo načíst. Zkontroluj připojení a zkus to znovu.",
  "wasm": "Tento prohlížeč nespouští WebAssembly. Hra běží v novějším prohlížeči nebo v takovém, který WebAssembly neblokuje.",
  "storage": "Tento prohlížeč blokuje této stránce úložiště tak, že se Python nespustí. Povol ho, nebo otevři stránku ve vlastním okně.",
  "slow": "Spouštění trvá velmi dlouho. Můžeš počkat, nebo to zkusit znovu.",
  "retry": "Zkusit znovu",
  "play": "Hrát"
 },
 "de": {
  "dir": "ltr",
  "stages": [
   "Wird geladen …",
   "Python wird geladen …",
   "Python startet …",
   "Das Spiel wird geladen …"
  ],
  "failed": "Das Spiel konnte nicht starten",
  "file": "Ein Teil des Spiels konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.",
  "wasm": "Dieser Browser führt kein WebAssembly aus. In einem neueren Browser oder einem, der WebAssembly nicht sperrt, läuft das Spiel.",
  "storage": "Dieser Browser sperrt den Speicher für diese Seite so, dass Python nicht starten kann. Erlaube ihn oder öffne die Seite in einem eigenen Fenster.",
  "slow": "Der Start dauert sehr lange. Du kannst warten oder es noch einmal versuchen.",
  "retry": "Noch einmal versuchen",
  "play": "Spielen"
 },
 "en": {
  "dir": "ltr",
  "stages": [
   "Loading …",
   "Loading Python …",
   "Starting Python …",
   "Loading the game …"
  ],
  "failed": "The game could not start",
  "file": "A part of the game could not be loaded. Check the connection, then try again.",
  "wasm": "This browser does not run WebAssembly. A newer browser, or one without a restriction on WebAssembly, plays the game.",
  "storage": "This browser blocks storage for this page in a way that stops Python. Allow it, or open the page in a window of its own.",
  "slow": "Starting takes very long. You can wait, or try again.",
  "retry": "Try again",
  "play": "Play"
 },
 "es": {
  "dir": "ltr",
  "stages": [
   "Cargando…",
   "Cargando Python…",
   "Iniciando Python…",
   "Cargando el juego…"
  ],
  "failed": "No se pudo iniciar el juego",
  "file": "No se pudo cargar una parte del juego. Comprueba la conexión e inténtalo de nuevo.",
  "wasm": "Este navegador no ejecuta WebAssembly. El juego funciona en un navegador más reciente o en uno que no lo bloquee.",
  "storage": "Este navegador bloquea el almacenamiento de esta página y Python no puede iniciarse. Permítelo o abre la página en una ventana propia.",
  "slow": "El inicio tarda mucho. Puedes esperar o intentarlo de nuevo.",
  "retry": "Intentar de nuevo",
  "play": "Jugar"
 },
 "ru": {
  "dir": "ltr",
  "stages": [
   "Загрузка…",
   "Загрузка Python…",
   "Запуск Python…",
   "Загрузка игры…"
  ],
  "failed": "Не удалось запустить игру",
  "file": "Часть игры не загрузилась. Проверьте соединение и попробуйте ещё раз.",
  "wasm": "Этот браузер не поддерживает WebAssembly. Игра пойдёт в более новом браузере или в том, где WebAssembly не запрещён.",
  "storage": "Браузер запретил этой странице хранить данные, и Python не запускается. Разрешите хранение или откройте страницу в отдельном окне.",
  "slow": "Запуск идёт очень долго. Можно подождать или попробовать ещё раз.",
  "retry": "Попробовать ещё раз",
  "play": "Играть"
 },
 "uk": {
  "dir": "ltr",
  "stages": [
   "Завантаження…",
   "Завантаження Python…",
   "Запуск Python…",
   "Завантаження гри…"
  ],
  "failed": "Не вдалося запустити гру",
  "file": "Частина гри не завантажилася. Перевірте з’єднання і спробуйте ще раз.",
  "wasm": "Цей браузер не підтримує WebAssembly. Гра працює в новішому браузері або в такому, де WebAssembly не заборонено.",
  "storage": "Браузер заборонив цій сторінці зберігати дані, і Python не запускається. Дозвольте зберігання або відкрийте сторінку в окремому вікні.",
  "slow": "Запуск триває дуже довго. Можна зачекати або спробувати ще раз.",
  "retry": "Спробувати ще раз",
  "play": "Грати"
 },
 "he": {
  "dir": "rtl",
  "stages": [
   "טוען…",
   "טוען את Python…",
   "מפעיל את Python…",
   "טוען את המשחק…"
  ],
  "failed": "לא ניתן היה להפעיל את המשחק",
  "file": "חלק מהמשחק לא נטען. בדקו את החיבור ונסו שוב.",
  "wasm": "הדפדפן הזה אינו מריץ WebAssembly. דפדפן חדש יותר, או כזה שאינו חוסם אותו, יפעיל את המשחק.",
  "storage": "הדפדפן חוסם אחסון בדף הזה ולכן Python אינו עולה. אפשרו אחסון, או פתחו את הדף בחלון משלו.",
  "slow": "ההפעלה נמשכת זמן רב. אפשר להמתין או לנסות שוב.",
  "retry": "לנסות שוב",
  "play": "לשחק"
 },
 "ar": {
  "dir": "rtl",
  "stages": [
   "جارٍ التحميل…",
   "جارٍ تحميل Python…",
   "جارٍ تشغيل Python…",
   "جارٍ تحميل اللعبة…"
  ],
  "failed": "تعذّر بدء اللعبة",
  "file": "تعذّر تحميل جزء من اللعبة. تحققوا من الاتصال ثم حاولوا مرة أخرى.",
  "wasm": "هذا المتصفح لا يشغّل WebAssembly. تعمل اللعبة في متصفح أحدث أو في متصفح لا يحظره.",
  "storage": "يحظر هذا المتصفح التخزين لهذه الصفحة فلا يعمل Python. اسمحوا بالتخزين، أو افتحوا الصفحة في نافذة مستقلة.",
  "slow": "يستغرق البدء وقتًا طويلًا. يمكنكم الانتظار أو المحاولة مرة أخرى.",
  "retry": "المحاولة مرة أخرى",
  "play": "العبوا"
 }
};
