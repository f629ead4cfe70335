import { fold } from '#automation/date-detection';

/**
 * What a label is of. `gross`, `payable` and `total` are those of the amount, `partial` those of amounts that are only a
 * part of it or something else, `other` those of columns that matter only for their place.
 */
export type DetailLabel =
  'customer' | 'due' | 'gross' | 'iban' | 'invoice' | 'other' | 'partial' | 'payable' | 'title' | 'total';

export interface FoundLabel {
  label: DetailLabel;
  from: number;
  to: number;
}

/** What stands for "number", before or behind the name of what it is of. */
const NUMBER = 'nummer|number|numero|numer|num|nr|no|n°|№|#|nro|cislo|numar|numarul|szama|sorszama|id';
const INVOICE =
  'rechnung|rechnungs|rg|re|faktura|fakturan|faktury|faktura vat|facturen|factuur|invoice|inv|tax invoice|vat invoice|' +
  'facture|factura|fatura|fattura|bolletta|lasku|laskun|credit note|gutschrift|gutschrifts|avoir|nota de credito|nota di credito|' +
  'nota de crédito|kreditnota|creditnota|hyvityslasku|liquidation|szamla|racun|számla|račun|bill';
const CUSTOMER =
  'kunden|kunde|kd|kund|customer|client|cliente|klant|debitor|debitoren|debiteur|debiteuren|klienta|klient|zákazníka|zákazník|' +
  'odběratele|asiakas|asiakkaan|abonné|abonado|müşteri|vevő|kupca|kupac|utente';
const CUSTOMER_NUMBER = `${NUMBER}|code|codigo|codice|cod|kod|réf|référence|identifiant|id|number`;
const OF = "(?:de la |de |da |do |della |di |d'|van de |van |af |of |zum |der )?";
const GAP = '[ .:/-]{0,2}';
/** A word that was joined to the next one in another way is the same: `Rechnungs-Nr.`, `Rechnungsnr`. */
const numbered = (nouns: string, numbers: string): string =>
  `(?:${nouns})${GAP}(?:${numbers})(?!\\p{L})|(?:${nouns}) {1,2}[nc](?![\\p{L}\\d])|` +
  `(?:${numbers}|[nc](?=[ .]))\\.?o?[ .]{0,2}${OF}(?:${nouns})(?![\\p{L}\\d-])`;

const TAXES =
  'mwst|mehrwertsteuer|ust|umsatzsteuer|vat|tax|taxes|gst|tva|iva|btw|moms|mva|alv|dph|áfa|kdv|steuern?|impuestos|pdv';
const WITH =
  'inkl|incl|inclusive|including|inc|inklusive|einschl|einschließlich|con|com|con el|tva|s|sis|sisältää|cu|z';

const WORDS: Readonly<Record<Exclude<DetailLabel, 'customer' | 'invoice'>, string>> = {
  title: `rechnung|invoice|facture|factura|fatura|fattura|factuur|faktura|faktúra|lasku|bolletta`,
  gross: `
    gesamtbetrag brutto|rechnungsbetrag brutto|bruttobetrag|brutto|bruttosumme|summe brutto|brutto gesamt|gesamt brutto|gesamtpreis brutto|
    gross|gross total|gross amount|total gross|total ttc|montant ttc|montant total ttc|total t.t.c|ttc|total con iva|total iva incluido|iva incluido|
    totale iva inclusa|iva inclusa|iva compresa|total com iva|iva incluído|wartość brutto|razem brutto|kwota brutto|celkem s dph|
    bruttó|bruttó összesen|total cu tva|yhteensä sis. alv|sis. alv|bruttobelopp|bruttobeløb|bruttobeløp|totaal incl. btw|incl. btw`,
  payable: `
    zu zahlen|zu zahlender betrag|zahlbetrag|zahlungsbetrag|rechnungsbetrag|rechnungssumme|rechnungsendbetrag|endbetrag|endsumme|fälliger betrag|offener betrag|
    amount due|total due|total amount due|balance due|amount payable|total payable|invoice total|total invoice|invoice amount|outstanding amount|amount outstanding|
    please pay|net à payer|net a payer|total à payer|montant à payer|montant dû|à payer|montant de la facture|total facture|somme à payer|
    total a pagar|importe a pagar|a pagar|total factura|importe total|importe pendiente|importe de la factura|
    totale da pagare|da pagare|totale fattura|totale documento|totale bolletta|importo da pagare|netto a pagare|importo totale|totale dovuto|
    valor a pagar|valor total|total da fatura|valor em dívida|montante a pagar|
    te betalen|totaal te betalen|te betalen bedrag|totaalbedrag|factuurbedrag|openstaand bedrag|te voldoen|
    att betala|summa att betala|belopp att betala|totalt att betala|obetalt belopp|
    at betale|til betaling|i alt til betaling|i alt|beløb til betaling|skyldigt beløb|
    å betale|sum å betale|beløp å betale|totalt å betale|utestående beløp|
    maksettava|maksettava yhteensä|yhteensä maksettava|laskun loppusumma|avoin summa|
    do zapłaty|razem do zapłaty|kwota do zapłaty|należność|kwota zaległa|pozostaje do zapłaty|
    k úhradě|celkem k úhradě|k zaplacení|částka k úhradě|dlužná částka|
    fizetendő|fizetendő összesen|fizetendő összeg|végösszeg|total de plată|de plată|ödenecek tutar|genel toplam|na úhradu|za platiti|za plačilo`,
  total: `
    total|summe|gesamt|gesamtsumme|gesamtbetrag|gesamtpreis|total amount|grand total|sum total|order total|montant total|total general|importe|totale|
    totale complessivo|totale generale|totaal|totaal bedrag|totalt|summa|sum|belopp|beløb|yhteensä|loppusumma|summa yhteensä|razem|suma|ogółem|celkem|
    celkem kč|spolu|összesen|összeg|toplam|ukupno|skupaj|total general|total geral`,
  partial: `
    zwischensumme|netto|nettosumme|nettobetrag|net|net total|net amount|subtotal|sub-total|sub total|summe netto|gesamt netto|warenwert|
    ${TAXES}|mwst-betrag|umsatzsteuer|enthaltene|enthalten|enth|darin|davon|of which|waarvan|dont|di cui|del que|herav|heraf|varav|
    sales tax|tax amount|vat amount|total tax|total vat|steuerbetrag|
    zzgl|zuzüglich|excl|exkl|ohne|before tax|hors taxe|ht|h.t|total ht|montant ht|sous-total|sous total|base imponible|base|neto|imponibile|
    totale imponibile|valor líquido|líquido|subtotaal|excl. btw|delsumma|delsum|välisumma|veroton|exkl. moms|ekskl. moms|
    razem netto|wartość netto|kwota netto|mezisoučet|základ|základ daně|bez dph|nettó|fara tva|total fara tva|ara toplam|
    rabatt|discount|remise|escompte|descuento|desconto|sconto|korting|rabat|alennus|sleva|skonto|kedvezmény|reducere|
    total discount|total savings|gespart|ersparnis|savings|saved|you save|
    bar|bargeld|gegeben|erhalten|cash|tendered|change|rückgeld|espèces|rendu|efectivo|cambio|contanti|resto|numerário|troco|contant|
    wisselgeld|kontant|växel|retur|veksel|käteinen|takaisin|gotówka|reszta|hotově|vráceno|kartenzahlung|
    anzahlung|bereits gezahlt|gezahlt|abschlag|abschläge|abschlagszahlung|paid|already paid|amount paid|payments received|deposit|prepaid|
    acompte|acompte versé|anticipo|anticipado|acconto|adiantamento|reeds betaald|betaald|redan betalt|allerede betalt|jo maksettu|zapłacono|již zaplaceno|
    restbetrag|nachzahlung|guthaben|erstattung|balance|solde|saldo|restant|återstår|restbeløb|restbeløp|jäljellä|pozostało|zbývá|rest|
    previous balance|balance forward|brought forward|übertrag|vortrag|alter saldo|neuer saldo|last bill|letzte rechnung|
    shipping|versand|versandkosten|porto|frais de port|verzendkosten|gastos de envío|spedizione|frakt|delivery|
    versicherungssumme|deckungssumme|kreditrahmen|credit limit|limit|items|artikel|artikelanzahl|anzahl|stück|hours|stunden|points|punkte|
    einzelpreis|unit price|prix unitaire|precio|prezzo|prijs|mahngebühr|late fee|zinsen|interest|year to date|ytd`,
  due: `
    fällig am|fällig|fällig zum|fälligkeit|fälligkeitsdatum|fälligkeitstag|fällig bis|zahlbar bis|zahlbar bis zum|zahlbar bis spätestens|zahlbar am|zu zahlen bis|zu zahlen bis zum|zahlungsziel|zahlungsfrist|zahlungstermin|
    zahlung bis|zahlung bis zum|zahlung fällig|bitte zahlen bis|überweisen bis|zahlen sie bis|zahlung erbeten bis|netto bis|einzug am|abbuchung am|lastschrift am|abbuchungsdatum|
    due date|due|due on|due by|payment due|payment due by|payment due date|payment date due|pay by|please pay by|payable by|payable on|payable until|pay before|
    payment deadline|date due|to be paid by|collection date|direct debit date|
    date d'échéance|échéance|échéance le|date échéance|à payer avant le|à payer avant|à payer pour le|à régler avant le|à régler le|date limite de paiement|payable le|payable avant le|payable au|date de paiement|
    date limite|prélèvement le|sera prélevé le|
    fecha de vencimiento|fecha vencimiento|vencimiento|vence el|vence|pagar antes del|fecha límite de pago|fecha de cargo|fecha límite|pagadero antes del|
    data di scadenza|data scadenza|scadenza|scadenza pagamento|scade il|entro il|da pagare entro il|pagare entro il|da pagare entro|
    data de vencimento|vencimento|pagar até|pagar até ao|data limite de pagamento|data limite|vence em|pagável até|
    vervaldatum|vervaldag|uiterste betaaldatum|te betalen voor|te betalen vóór|te betalen uiterlijk|betalen voor|betaaldatum|uiterlijk betalen op|uiterlijk|uiterste datum|betalen vóór|
    förfallodatum|förfallodag|förfaller|förfaller den|betalas senast|sista betalningsdag|oss tillhanda senast|betala senast|
    forfaldsdato|forfalder|betales senest|betalingsfrist|sidste rettidige betaling|rettidig betaling|forfaldsdag|forfald|betales senest den|sidste betalingsdag|
    forfallsdato|forfall|forfaller|betales innen|betalingsfrist|
    eräpäivä|eräpvm|maksettava viimeistään|viimeistään|maksupäivä|eräpäivä on|
    termin płatności|płatne do|płatność do|termin zapłaty|do dnia|zapłata do|termin płatności do|
    datum splatnosti|splatnost|splatné|splatné do|splatnost dne|dátum splatnosti|uhraďte do|zaplaťte do|
    fizetési határidő|esedékesség|fizetés határideje|scadența|scadenta|data scadenței|data scadenta|termen de plată|son ödeme tarihi|vade tarihi|vade|
    datum dospijeća|dospijeće|rok plaćanja|rok plačila|zapade`,
  iban: `iban|bankverbindung|konto|rib|bank|account|compte|cuenta|conto|rekening|bankgegevens|bic|swift`,
  other: `
    datum|date|data|fecha|dato|päiväys|rechnungsdatum|lieferdatum|leistungsdatum|belegdatum|buchungsdatum|invoice date|delivery date|issue date|date of issue|order date|
    bestellnummer|bestell-nr|auftragsnummer|auftrags-nr|auftrag|order number|order no|po number|reference|referenz|ihr zeichen|unser zeichen|seite|page|blatt|
    date de facture|date de livraison|date facture|page|fecha de factura|fecha de emisión|fecha de entrega|data fattura|data di consegna|data da fatura|data de entrega|data de emissão|
    factuurdatum|leverdatum|fakturadatum|leveransdatum|fakturadato|leveringsdato|laskun päiväys|toimituspäivä|data wystawienia|data dostawy|data sprzedaży|
    datum vystavení|datum dodání|vertragsnummer|vertrags-nr|contract number|steuernummer|ust-idnr|ust-id|vat id|vat number|vat no|tax id|nip|nif|siret|p. iva|cvr|
    telefon|tel|phone|fax|telefax|sachbearbeiter|betreff|subject|zeitraum|period|période|periodo|lieferscheinnummer|lieferschein-nr|terms`,
};

const MEANS_SOMETHING = /[.*+?^${}()|[\]\\/]/g;

function wholeWords(list: string): string {
  const words = [...new Set(list.split('|').map((word) => fold(word.trim())))].filter((word) => word !== '');
  words.sort((one, other) => other.length - one.length);
  return words.map((word) => word.replaceAll(MEANS_SOMETHING, String.raw`\$&`).replaceAll(' ', ' {1,2}')).join('|');
}

const bounded = (expression: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${expression})(?!\\p{L})`, 'gu');

function expressions(): readonly (readonly [DetailLabel, RegExp])[] {
  const lists = Object.entries(WORDS).map(
    ([label, list]) => [label as DetailLabel, bounded(wholeWords(list))] as const,
  );
  const withTaxes = `(?:${fold(WITH)})\\.?,? {0,2}(?:der |\\d{1,2}(?:[.,]\\d)? ?% ?)?(?:${fold(TAXES)})`;
  return [
    ['invoice', bounded(numbered(fold(INVOICE), fold(NUMBER)))],
    ['customer', bounded(`${numbered(fold(CUSTOMER), fold(CUSTOMER_NUMBER))}|zakaznicke cislo|ref client`)],
    ['gross', bounded(withTaxes)],
    ...lists,
  ];
}

let known: ReturnType<typeof expressions> | undefined;

/** The labels of a folded line from left to right. Of those that overlap the longest one counts. */
export function labelsIn(line: string): FoundLabel[] {
  known ??= expressions();
  const found: FoundLabel[] = [];
  for (const [label, expression] of known)
    for (const { 0: text, index } of line.matchAll(expression))
      found.push({ label, from: index, to: index + text.length });
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  const kept: FoundLabel[] = [];
  for (const each of found) {
    const last = kept.at(-1);
    if (!last || each.from >= last.to) kept.push(each);
    else if (each.to - each.from > last.to - last.from) kept.splice(-1, 1, each);
  }
  return kept;
}
