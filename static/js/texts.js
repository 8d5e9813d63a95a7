// Made from the catalogs in qwixx/locale.
const BOOT_TEXTS = {
"cs":{"dir":"ltr","loading":"Načítání…","starting":"Spouští se…","slogan":"Hoď. Zakřížkuj. Cesta zpět není.","play":"Hrát","handed":"Předáno tvému stolu v jiném panelu. Tento panel můžeš zavřít."},
"de":{"dir":"ltr","loading":"Wird geladen …","starting":"Startet …","slogan":"Würfeln. Ankreuzen. Kein Zurück.","play":"Spielen","handed":"An deinen Tisch im anderen Tab übergeben. Du kannst diesen Tab schließen."},
"en":{"dir":"ltr","loading":"Loading…","starting":"Starting…","slogan":"Roll. Cross out. No going back.","play":"Play","handed":"Sent to your table in the other tab. You can close this tab."},
"es":{"dir":"ltr","loading":"Cargando…","starting":"Iniciando…","slogan":"Tira. Tacha. No hay vuelta atrás.","play":"Jugar","handed":"Enviado a tu mesa en la otra pestaña. Puedes cerrar esta."},
"ru":{"dir":"ltr","loading":"Загрузка…","starting":"Запуск…","slogan":"Бросок. Крестик. Назад пути нет.","play":"Играть","handed":"Передано вашему столу в другой вкладке. Эту вкладку можно закрыть."},
"uk":{"dir":"ltr","loading":"Завантаження…","starting":"Запуск…","slogan":"Кидок. Хрестик. Вороття немає.","play":"Грати","handed":"Передано вашому столу в іншій вкладці. Цю вкладку можна закрити."},
"he":{"dir":"rtl","loading":"טוען…","starting":"מתחיל…","slogan":"מטילים. מסמנים. אין דרך חזרה.","play":"לשחק","handed":"נמסר לשולחן שלכם בכרטיסייה האחרת. אפשר לסגור את הכרטיסייה הזאת."},
"ar":{"dir":"rtl","loading":"جارٍ التحميل…","starting":"جارٍ البدء…","slogan":"رمية. شطبة. ولا رجوع.","play":"اللعب","handed":"سُلّم إلى طاولتكم في علامة التبويب الأخرى. يمكنكم إغلاق هذه."},
"iw":"he",
"ces":"cs",
"cze":"cs",
"deu":"de",
"ger":"de",
"eng":"en",
"spa":"es",
"rus":"ru",
"ukr":"uk",
"heb":"he",
"ara":"ar",
"arb":"ar"
};
