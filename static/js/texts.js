// Written by `python -m tests.i18n.catalogs`.
const BOOT_TEXTS = {
"cs":{"dir":"ltr","loading":"Načítání…","slogan":"Hoď. Zakřížkuj. Cesta zpět není.","play":"Hrát","handed":"Předáno tvému stolu v jiném panelu. Tento panel můžeš zavřít."},
"de":{"dir":"ltr","loading":"Wird geladen …","slogan":"Würfeln. Ankreuzen. Kein Zurück.","play":"Spielen","handed":"An deinen Tisch im anderen Tab übergeben. Du kannst diesen Tab schließen."},
"en":{"dir":"ltr","loading":"Loading…","slogan":"Roll. Cross out. No going back.","play":"Play","handed":"Passed on to your table in the other tab. You can close this one."},
"es":{"dir":"ltr","loading":"Cargando…","slogan":"Tira. Tacha. No hay vuelta atrás.","play":"Jugar","handed":"Entregado a tu mesa, en la otra pestaña. Puedes cerrar esta."},
"ru":{"dir":"ltr","loading":"Загрузка…","slogan":"Бросок. Крестик. Назад пути нет.","play":"Играть","handed":"Передано вашему столу в другой вкладке. Эту вкладку можно закрыть."},
"uk":{"dir":"ltr","loading":"Завантаження…","slogan":"Кидок. Хрестик. Вороття немає.","play":"Грати","handed":"Передано вашому столу в іншій вкладці. Цю вкладку можна закрити."},
"he":{"dir":"rtl","loading":"טוען…","slogan":"מטילים. מסמנים. אין דרך חזרה.","play":"לשחק","handed":"נמסר לשולחן שלכם בכרטיסייה האחרת. אפשר לסגור את הכרטיסייה הזאת."},
"ar":{"dir":"rtl","loading":"جارٍ التحميل…","slogan":"رمية. شطبة. ولا رجوع.","play":"اللعب","handed":"سُلّم إلى طاولتكم في علامة التبويب الأخرى. يمكنكم إغلاق هذه."}
};
