// Written by `python -m tests.i18n.catalogs`.
const BOOT_TEXTS = {
"cs":{"dir":"ltr","stages":["Načítání…","Načítání Pythonu…","Spouštění Pythonu…","Načítání hry…"],"slogan":"Hoď. Zakřížkuj. Cesta zpět není.","play":"Hrát","handed":"Předáno. Tuto stránku můžeš zavřít."},
"de":{"dir":"ltr","stages":["Wird geladen …","Python wird geladen …","Python startet …","Das Spiel wird geladen …"],"slogan":"Würfeln. Ankreuzen. Kein Zurück.","play":"Spielen","handed":"Übergeben. Du kannst diese Seite schließen."},
"en":{"dir":"ltr","stages":["Loading…","Loading Python…","Starting Python…","Loading the game…"],"slogan":"Roll. Cross out. No going back.","play":"Play","handed":"Handed over. You can close this page."},
"es":{"dir":"ltr","stages":["Cargando…","Cargando Python…","Iniciando Python…","Cargando el juego…"],"slogan":"Tira. Tacha. No hay vuelta atrás.","play":"Jugar","handed":"Entregado. Puedes cerrar esta página."},
"ru":{"dir":"ltr","stages":["Загрузка…","Загрузка Python…","Запуск Python…","Загрузка игры…"],"slogan":"Бросок. Крестик. Назад пути нет.","play":"Играть","handed":"Передано. Эту страницу можно закрыть."},
"uk":{"dir":"ltr","stages":["Завантаження…","Завантаження Python…","Запуск Python…","Завантаження гри…"],"slogan":"Кидок. Хрестик. Вороття немає.","play":"Грати","handed":"Передано. Цю сторінку можна закрити."},
"he":{"dir":"rtl","stages":["טוען…","טוען את Python…","מפעיל את Python…","טוען את המשחק…"],"slogan":"מטילים. מסמנים. אין דרך חזרה.","play":"לשחק","handed":"נמסר. אפשר לסגור את הדף הזה."},
"ar":{"dir":"rtl","stages":["جارٍ التحميل…","جارٍ تحميل Python…","جارٍ تشغيل Python…","جارٍ تحميل اللعبة…"],"slogan":"رمية. شطبة. ولا رجوع.","play":"اللعب","handed":"تم التسليم. يمكنكم إغلاق هذه الصفحة."}
};
