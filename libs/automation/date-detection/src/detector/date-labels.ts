import { fold } from './fold.js';

/** What the words near a date say about it. */
export type DateLabel =
  | 'birth' // of a person
  | 'date' // "Date" alone
  | 'due' // payable, or to be returned
  | 'event' // delivery, appointment, begin, order
  | 'issue' // of the document itself
  | 'law' // of what the document refers to
  | 'order' // by which the document came about, and its own date where it has no other
  | 'period' // the begin or end of a time
  | 'valid'; // until when

/** Beginnings of words, and words of up to three letters as they are, like longer ones with a `!`. */
const WORDS: Readonly<Record<DateLabel, string>> = {
  date: `
    date|dated|datum|datering|fecha|data|dato|dátum|päiväys|päivämäärä|päiväyksellä|pvm|kelt|ημερομηνία|ημ/νία|tarih|дата|датум|
    kuupäev|datums|日付|日期|날짜|일자|ngày|tanggal|tgl|tarikh|التاريخ|بتاريخ|تاريخ|تحريرا|תאריך|दिनांक|तिथि|तारीख|তারিখ|
    วันที่|dagsetning|data documento|le|lì|den|dne|dňa|dnia`,
  issue: `
    invoice date|date of invoice|date of issue|issue date|issued|issue|tax point|statement date|date of statement|billing date|
    bill date|letter date|receipt date|transaction date|signed|executed|sent|date printed|printed|print date|report date|
    document date|as of|as at|approved|authorised|authorized|adopted|held on|booking date|
    rechnungsdatum|rechnungs-datum|belegdatum|ausgestellt|ausstellungsdatum|ausstellung|ausfertigung|auszugsdatum|briefdatum|
    bescheiddatum|buchungsdatum|druckdatum|erstellt|erstellungsdatum|gesendet|stand!|unterzeichnet|datum der rechnung|
    date de facture|date facture|date de facturation|facture du|date d'emission|émis|émission|délivré|date du relevé|relevé du|
    fait à|envoyé|établi|édité|signé|arrêté au|
    fecha de factura|fecha factura|fecha de emisión|emisión|emitido|expedid|expedición|fecha del extracto|firmado|enviado|
    data fattura|data documento|data di emissione|emess|emissione|rilasciat|data estratto|firmato|inviato|
    data da fatura|data de emissão|emissão|data do extrato|assinado|
    factuurdatum|datum factuur|afgegeven|datum afschrift|afschriftdatum|getekend|verzonden|opgemaakt|dagtekening|uitgegeven|
    fakturadatum|utfärda|utskriftsdatum|skicka|undertecknad|utställd|
    fakturadato|fakturadato|udsted|utsted|udskriftsdato|utskriftsdato|sendt|underskrevet|
    laskun päiväys|laskun päivämäärä|myönnetty|tiliotteen päivä|lähetetty|allekirjoitettu|laskun pvm|
    data wystawienia|data faktury|wystawion|wydan|data wyciągu|wysłan|sporządzon|data sporządzenia|data wydania|
    datum vystaven|vystaven|vydáno|vydané|datum výpisu|dátum výpisu|dátum vystaven|dátum faktúry|odesláno|odoslané|podepsáno|
    számla kelte|kiállítás|kiállítva|kelte|kelt|kivonat dátuma|elküldve|
    data facturii|data emiterii|eliberat|emis|data extrasului|trimis|întocmit|
    datum računa|datum izdav|izdano|izdan|datum izvoda|poslano|datum izdaje|
    ημερομηνία έκδοσης|ημερομηνία τιμολογίου|εκδόθηκε|έκδοσης|ημερομηνία αντιγράφου|στάλθηκε|
    fatura tarihi|düzenleme tarihi|düzenlenme|veriliş|hesap kesim|gönderil|ekstre tarihi|
    дата счёта|дата счета|дата выставления|выдан|выставлен|дата выписки|отправлен|составлен|
    дата рахунку|дата виставлення|видан|дата виписки|надіслан|складен|
    дата на издаване|издаден|дата на фактур|дата на извлеч|изпратен|
    sąskaitos data|išrašymo data|izrakstīšanas|rēķina datums|arve kuupäev|väljastatud|
    請求日|発行日|交付日|作成日|発行年月日|送信日|発送日|開票日期|开票日期|发票日期|簽發|签发|账单日|出具日期|制表日期|发送时间|送信日時|
    청구일|발행일|발급일|작성일|보낸 날짜|보낸날짜|작성일자|발행일자|거래일|
    ngày hóa đơn|ngày lập|ngày cấp|ngày sao kê|đã gửi|ngày phát hành|
    tanggal faktur|tanggal terbit|diterbitkan|tanggal cetak|dikirim|dikeluarkan|
    تاريخ الفاتورة|تاريخ الإصدار|صدرت|صدر|تاريخ الكشف|أرسل|حرر|
    תאריך חשבונית|תאריך הפקה|הונפק|תאריך הדף|נשלח|הופק|
    बीजक दिनांक|जारी|विवरण दिनांक|भेजा|
    วันที่ใบ|วันที่ออก|ออกให้|ส่งเมื่อ|ออกเมื่อ|
    published|reported|report date|signed out|typed|date of patent|entered into|made this|dated this|notice date|
    befunddatum|berichtsdatum|heute!|ausgefertigt|veröffentlicht|aangemaakt|verzend|rapportdatum|datum nota|notadatum|
    gepubliceerd|validé|publié|conclu le|fecha informe|fecha del informe|emitid|publicad|celebrado|referto|pubblicat|
    laudo|liberad|svarsdatum|svardato|publicerad|data opisu|data wyniku|zawart|opublikow|vyhotoven|uzavřen|uzavret|
    validăr|validat|publicat|încheiat|izdavanj|datum nalaza|sastavljen|rapor tarihi|onay tarihi|дата готовности|выдач|
    заключен|опубликован|видач|укладен|дата на издав|съставен|報告日|報告日期|报告日期|报告时间|公告日|보고일|ngày báo cáo|tanggal laporan|
    تاريخ التقرير|حررت|תאריך דוח|बिल दिनांक`,
  due: `
    due|pay by|payable|payment|deadline|no later than|
    fällig|zahlbar|zahlungsziel|zahlung|frist|bis zum|bis spätestens|zu zahlen bis|abbuchung|einzug|
    échéance|à payer avant|avant le|règlement|payer|limite|
    vencimiento|vence|pagar antes|plazo|límite|
    scadenza|entro|pagare|
    vencimento|pagar até|prazo|
    vervaldatum|vervaldag|betalen|uiterlijk|betaald|
    förfall|forfald|forfall|betalas|betal|
    eräpäivä|eräpvm|maksettava|
    termin płatności|termin|płatn|zapłat|
    splatnost|uhradit|zaplatit|
    határidő|fizetés|esedékes|
    scaden|plată|
    dospijeć|dospeć|rok plaćanja|valuta|
    λήξη|λήξης|πληρωμή|πληρωτέ|προθεσμία|
    son ödeme|vade|ödeme|
    оплатить|оплат|срок|платеж|сплатит|термін|строк|
    краен срок|плащане|падеж|
    apmokėti|apmaksas|maksetähtaeg|
    支払期限|お支払|期限|締切|截止|到期|付款|還款|还款|納付|
    납부|기한|마감|까지|결제일|
    hạn thanh toán|thanh toán|đến hạn|hạn|
    jatuh tempo|bayar|
    الاستحقاق|السداد|الدفع|
    לתשלום|תשלום|פירעון|
    भुगतान|देय|
    ครบกำหนด|กำหนดชำระ|ชำระ|
    direct debit|debited|collection date|lastschrift|abgebucht|fälligkeit|fecha de cargo|cargo en cuenta|
    domiciliación|addebit|débito|incasso|afschrijving|autogiro|trækkes|trekkes|pobranie z konta|inkaso|terhelés|
    debitare|tahsilat|списани|引き落とし|引落|扣款|출금|자동이체`,
  birth: `
    birth|born|d.o.b|dob|
    geburt|geb.|gebor|geboor|naissance|né|née|nacimiento|nacid|nascita|nato|nata|nascimento|nascid|födelse|född|fødsel|født|fødd|
    syntymä|syntyn|urodz|ur.|narozen|narodeni|narodený|narodená|született|születési|naștere|nașterii|născut|rođen|rojen|
    γέννηση|γεννηθ|γεννησ|doğum|рожд|родивш|родил|родена|роден|народжен|раждане|gimimo|dzimšan|sünni|
    生年月日|出生|生まれ|생년월일|출생|sinh|lahir|الميلاد|المولود|مولود|לידה|יליד|नोट जन्म|जन्म|เกิด|
    geb.-dat|geb.dat|gebdat|geb dat|geburtst|fecha nac|f. nac|f.nac|ddn|d.d.n|date naiss|data nasc|d. nasc|data ur|
    nar.|rodné|ημ. γεν|ημ.γεν|д.р|д/р|생일|生日|t.t.l|d. t.`,
  valid: `
    valid|expir|until|through|
    gültig|gilt bis|läuft ab|ablauf|valable|expire|jusqu|válido|válida|hasta|caduc|valido|fino al|até|validade|geldig|
    giltig|gyldig|voimassa|ważn|platí do|platí|platnost|platnosť|érvényes|valabil|vrijedi|veljavn|ισχύει|
    geçerli|действительн|действует до|дійсн|валидн|galioja|derīg|kehtib|有効|有效|유효|có giá trị|giá trị đến|berlaku sampai|
    berlaku|صالح|בתוקף|वैध|ใช้ได้|หมดอายุ`,
  period: `
    period|from|between|for the month|ended|ending|to|
    zeitraum|vom|von|période|du|periodo|período|del|dal|tijdvak|periode|perioden|kausi|kaudelta|okres|od|období|obdobie|időszak|
    perioada|razdoblj|obdobj|περίοδος|περίοδο|dönem|период|період|laikotarp|periood|期間|周期|账期|기간|kỳ|الفترة|תקופה|अवधि|รอบบิล|รอบ`,
  event: `
    delivery|delivered|ship|shipped|appointment|meeting|begin|start|commence|effective|arriv|departure|check-in|
    check-out|renew|service date|date of service|due on|hired|joined|opened|since|
    liefer|leistung|termin|beginn|ab dem|wirkung|behandlung|seit|eingegangen|anreise|abreise|eintritt|versand|
    livraison|rendez-vous|prend effet|depuis|prélèvement|antigüedad|alta|inizio|termina|entrega|cita|vigor|consegna|decorr|appuntamento|início|consulta|
    lever|afspraak|gaat in|ingang|leverans|levering|toimitus|alkaa|dostaw|wizyt|obowiązuj|dodání|dodani|dodania|začín|
    szállítás|teljesítés|időpont|livrare|livrării|programare|vigoare|isporuk|počinje|παράδοση|παράδοσης|ραντεβού|αρχίζει|
    teslim|randevu|başlar|поставк|приём|вступает|прийом|набирає|доставк|влиза|
    納品|予約|交货|交貨|预约|納入|납품|예약|giao hàng|lịch hẹn|hiệu lực|pengiriman|mulai|التسليم|موعد|אספקה|התור|सुपुर्दगी|ส่งสินค้า|นัด|
    collected|specimen|sample|received|accepted|submitted|revised|dictated|examination|exam date|study date|clinic|
    reading|read on|registered|first registration|despatch|dispatch|admission|admitted|discharge|arriving|estimated|
    ablesung|ablesedatum|abgelesen|zählerstand|entnahme|probeneingang|eingang|untersuchung|zulassung|aufnahme|
    voraussichtlich|saldo|kontostand|prélevé|examen|relevé du compteur|relevé le|mise en circulation|entré le|prévue|
    prévu|solde|lectura|muestra|extracción|ingreso|matriculación|albarán|prelievo|lettura|immatricol|bilancio|ddt!|
    coleta|colheita|leitura|saída|afname|meterstand|opgenomen|onderzoek|pobrania|badania|odczyt|sprzedaż|odběr|odber|
    zdanitelného|plnění|plnenia|mintavétel|leolvas|recolt|citire|aviz|provtagning|avläs|prøvetag|prøvetak|aflæs|avles|
    näytteen|luettu|prometa|uzorka|numune|irsaliye|sevk|взятия|забора|отгрузк|показани|відбор|
    данъчно събитие|λήψη|παραλαβ|piegād|tarne|pristatym|採取|采样|採樣|采集|検針|出荷|发货|採檢|채취|검침|배송|lấy mẫu|kirim!|pengambilan|
    التوريد|الشحن|سحب|דגימה`,
  order: `
    order date|ordered|order placed|date of order|bestelldatum|bestellt|auftragsdatum|date de commande|commande passée|commandé|
    fecha de pedido|fecha del pedido|pedido realizado|data ordine|ordine effettuato|data do pedido|pedido feito|besteldatum|besteld op|
    orderdatum|beställd|ordredato|bestilt|tilauspäivä|tilattu|data zamówienia|zamówiono|datum objednávky|objednáno|rendelés|
    data comenzii|datum narudžbe|ημερομηνία παραγγελίας|sipariş tarihi|дата заказа|дата замовлення|注文日|ご注文日|下单时间|下单日期|주문일|
    ngày đặt|tanggal pesan|تاريخ الطلب|תאריך הזמנה
  `,
  law: `
    your letter|retrieved|accessed|abgerufen|consulté le|consultado|letter of|letter dated|act of|act |law|regulation|pursuant|amended|version of|
    schreiben vom|gesetz|verordnung|fassung|courrier du|loi|décret|ley|legge|decreto|lei|brief van|wet van|brev|lag|lov|lagen|loven|laki|
    ustaw|pismo z|zákon|törvény|lege|legea|zakon|νόμο|επιστολή|kanun|mektub|закон|письмо|лист від|писмо|法律|手紙|来函|법률|서신|luật|
    thư|undang|surat anda|القانون|رسالت|החוק|מכתב|अधिनियम|พระราชบัญญัติ|จดหมาย|
    your ref|your message|in reply to|version|firmware|requires|revision|model|kernel|build!|rev!|
    ihr zeichen|ihre nachricht|ihr schreiben|ihre rechnung|ihr auftrag|v. ref|v/ref|votre lettre|su escrito|vostra|
    v. rif|uw kenmerk|uw bericht|deres ref|er ref|teie|jūsų|jūsu|vašeho|vaší|на №|на ваш|на ваше|ilgi!|çerçeve|
    ref. dvs|σχετ|貴社|貴信|来文`,
};

const SHORT_WORD = 3;
const MEANS_SOMETHING = /[.*+?^${}()|[\]\\/]/g;
const IS_LATIN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** A word of an alphabet begins where a word begins; short ones end there, too. In compounds, long ones may be inside. */
function patternOf(word: string): string {
  const isWhole = word.endsWith('!');
  const escaped = (isWhole ? word.slice(0, -1) : word).replaceAll(MEANS_SOMETHING, String.raw`\$&`);
  if (!IS_LATIN.test(word)) return escaped;
  if (isWhole || word.length <= SHORT_WORD) return String.raw`(?<!\p{L})${escaped}(?!\p{L})`;
  return word.length >= 5 ? escaped : String.raw`(?<!\p{L})${escaped}`;
}

function patterns(): ReadonlyMap<DateLabel, RegExp> {
  const expressions = Object.entries(WORDS).map(([label, list]) => {
    const words = [...new Set(list.split('|').map((word) => fold(word.trim())))].filter((word) => word !== '');
    words.sort((one, other) => other.length - one.length);
    return [label as DateLabel, new RegExp(words.map(patternOf).join('|'), 'gu')] as const;
  });
  return new Map(expressions);
}

let known: ReadonlyMap<DateLabel, RegExp> | undefined;

/** What was found last in a folded text, with where it ends. */
function lastOf(text: string, label: DateLabel): { from: number; to: number } | undefined {
  known ??= patterns();
  const expression = known.get(label);
  if (!expression) return undefined;
  let last: { from: number; to: number } | undefined;
  for (const { 0: found, index } of text.matchAll(expression)) last = { from: index, to: index + found.length };
  return last;
}

/** What keeps a date from being taken comes first, because "Date" stands in most labels. */
const DECIDING = ['birth', 'due', 'valid', 'event', 'order', 'period', 'law'] as const;

/** Articles and other words that say nothing next to "Date". */
const NEUTRAL =
  /(?<!\p{L})(?:of|the|de|del|du|di|da|do|der|den|die|das|van|het|ort|place|lieu|lugar|luogo|und|and|et|e|y|uhrzeit|time|heure|hora|ora|godz|cas)(?!\p{L})/gu;
const LETTERS_OF_QUALIFIER = 3;

/** Whether other words stand with "Date", which may make it the date of something else. */
export function isQualifiedDate(text: string): boolean {
  known ??= patterns();
  const date = known.get('date');
  const rest = (date ? text.replaceAll(date, ' ') : text).replaceAll(NEUTRAL, ' ');
  return (rest.match(/\p{L}/gu)?.length ?? 0) > LETTERS_OF_QUALIFIER;
}

/**
 * What a few folded words in front of a date, or behind it, say: the nearest meaning, where a word of another label does
 * not contain it. "Date" alone counts where nothing else is said.
 */
export function labelIn(text: string): DateLabel | undefined {
  let best: { label: DateLabel; from: number; to: number } | undefined;
  for (const label of ['issue', ...DECIDING] as const) {
    const found = lastOf(text, label);
    if (!found || (best && best.from <= found.from && best.to >= found.to)) continue;
    if (!best || found.to > best.to || (found.from <= best.from && found.to >= best.to)) best = { label, ...found };
  }
  if (best) return best.label;
  return lastOf(text, 'date') ? 'date' : undefined;
}
