// The languages of the labelled set: months, forms of dates and phrases, typed in for this set. The detector must not be
// measured on tables of its own, so nothing here is imported from it and nothing of it comes from here.

/** `{}` is where a date is put. Two labels of an invoice's date, so that each half of the set has one of its own. */
const KEYS = [
  'invoice',
  'number',
  'invoiceDate',
  'otherInvoiceDate',
  'date',
  'due',
  'birth',
  'customer',
  'total',
  'delivery',
  'period',
  'reference',
  'sentence',
  'greeting',
  'closing',
  'contract',
  'party',
  'start',
  'signed',
  'certificate',
  'issued',
  'valid',
  'statement',
  'statementDate',
  'balance',
  'thanks',
  'city',
  'appointment',
  'law',
  'sent',
];

const language = (months, forms, phrases) => {
  const parts = phrases
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (parts.length !== KEYS.length) throw new Error(`${parts.length} phrases: ${parts[0]}`);
  return { months: months.split(' '), forms, phrases: Object.fromEntries(KEYS.map((key, at) => [key, parts[at]])) };
};

/** Forms: D day, M month, DD and MM with two digits, MMMM its name, YYYY or YY the year, TH an English ordinal. */
export const LANGUAGES = {
  'en-US': language(
    'January February March April May June July August September October November December',
    ['MMMM D, YYYY', 'M/D/YYYY', 'MM/DD/YY', 'MMMM DTH, YYYY', 'MM-DD-YYYY'],
    `Invoice
    Invoice number
    Invoice date
    Date of invoice
    Date
    Payment due by
    Date of birth
    Customer ID
    Total due USD
    Ship date
    Billing period
    Thank you for your letter dated {}, which we received in good order.
    We are pleased to confirm that your request has been processed without further charges.
    Dear Ms. Turner,
    Sincerely yours,
    Lease Agreement
    and Ms. Jane Turner, born {}, hereinafter called the Tenant
    The tenancy begins on {} and is concluded for an indefinite period.
    Signed at {city}, {}
    Certificate of Completion
    Issued on
    Valid until
    Account Statement
    Statement date
    Opening balance
    Thank you for shopping with us! Color and size exchanges welcome.
    Springfield, IL 62704
    Your next appointment is on {} at 10:30 a.m.
    Pursuant to the Consumer Protection Act of {}, you may withdraw from the agreement.
    Sent`,
  ),
  'en-GB': language(
    'January February March April May June July August September October November December',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DTH MMMM YYYY', 'D/M/YYYY'],
    `Invoice
    Invoice no.
    Invoice date
    Tax point
    Date
    Please pay by
    D.O.B.
    Account no.
    Total inc. VAT £
    Delivery date
    Period covered
    Further to your letter of {}, we have looked into the matter.
    We apologise for the delay and hope the enclosed documents answer your enquiry.
    Dear Mr Holloway,
    Yours sincerely,
    Tenancy Agreement
    and Mr James Holloway, born on {}, of the other part
    The term shall commence on {} and continue until determined by notice.
    Signed in {city} on {}
    Certificate of Achievement
    Date of issue
    Expiry date
    Statement of Account
    Statement date
    Balance brought forward
    Thank you for your custom. Please keep your receipt. VAT reg. GB 123 4567 89
    Leeds
    We look forward to seeing you on {} at our branch.
    The regulations made on {} continue to apply.
    Sent`,
  ),
  de: language(
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    ['D. MMMM YYYY', 'DD.MM.YYYY', 'DD.MM.YY', 'D.M.YYYY', 'DD. MMMM YYYY'],
    `Rechnung
    Rechnungsnummer
    Rechnungsdatum
    Belegdatum
    Datum
    Zahlbar bis
    Geburtsdatum
    Kundennummer
    Gesamtbetrag EUR
    Lieferdatum
    Abrechnungszeitraum
    vielen Dank für Ihr Schreiben vom {}, das wir gern beantworten.
    Wir bitten Sie, die beigefügten Unterlagen sorgfältig zu prüfen und aufzubewahren.
    Sehr geehrte Frau Albers,
    Mit freundlichen Grüßen
    Mietvertrag
    und Frau Renate Albers, geboren am {}, im Folgenden Mieterin
    Das Mietverhältnis beginnt am {} und läuft auf unbestimmte Zeit.
    {city}, den {}
    Zeugnis
    Ausgestellt am
    Gültig bis
    Kontoauszug
    Auszugsdatum
    Anfangssaldo
    Vielen Dank für Ihren Einkauf! Umtausch innerhalb von 14 Tagen.
    Oldenburg
    Ihr nächster Termin ist am {} um 10.30 Uhr.
    Es gilt das Gesetz vom {} in seiner jeweiligen Fassung.
    Gesendet`,
  ),
  fr: language(
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD.MM.YYYY', 'D MMMM YYYY'],
    `Facture
    Facture n°
    Date de facture
    Date de facturation
    Date
    Échéance
    Date de naissance
    Réf. client
    Total TTC €
    Date de livraison
    Période
    Nous avons bien reçu votre courrier du {} et vous en remercions.
    Vous trouverez ci-joint les documents demandés, à conserver avec soin.
    Madame, Monsieur,
    Veuillez agréer, Madame, l'expression de nos salutations distinguées.
    Contrat de location
    et Madame Claire Fournier, née le {}, ci-après le locataire
    Le présent contrat prend effet le {} pour une durée indéterminée.
    Fait à {city}, le {}
    Attestation de formation
    Délivré le
    Valable jusqu'au
    Relevé de compte
    Date du relevé
    Ancien solde
    Merci de votre visite, à bientôt !
    Rennes
    Votre prochain rendez-vous est fixé au {} à 10 h 30.
    Conformément à la loi du {} relative à l'informatique et aux libertés.
    Envoyé`,
  ),
  es: language(
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    ['D de MMMM de YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD-MM-YYYY', 'D de MMMM del YYYY'],
    `Factura
    Factura n.º
    Fecha de factura
    Fecha de emisión
    Fecha
    Vencimiento
    Fecha de nacimiento
    N.º de cliente
    Total a pagar €
    Fecha de entrega
    Período de facturación
    Hemos recibido su carta del {}, que agradecemos sinceramente.
    Le rogamos que revise la documentación adjunta y la conserve.
    Estimada señora:
    Atentamente,
    Contrato de arrendamiento
    y doña Elena Morales, nacida el {}, en adelante la arrendataria
    El contrato entrará en vigor el {} por tiempo indefinido.
    En {city}, a {}
    Certificado de asistencia
    Expedido el
    Válido hasta
    Extracto de cuenta
    Fecha del extracto
    Saldo anterior
    Gracias por su compra, vuelva pronto.
    Zaragoza
    Su próxima cita es el {} a las 10:30.
    De conformidad con la Ley de {} sobre protección de datos.
    Enviado`,
  ),
  it: language(
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD.MM.YYYY', 'D MMMM YYYY'],
    `Fattura
    Fattura n.
    Data fattura
    Data documento
    Data
    Scadenza
    Data di nascita
    Codice cliente
    Totale da pagare €
    Data di consegna
    Periodo di riferimento
    Abbiamo ricevuto la Sua lettera del {} e La ringraziamo.
    La preghiamo di verificare la documentazione allegata e di conservarla.
    Gentile Signora,
    Distinti saluti
    Contratto di locazione
    e la signora Paola Ricci, nata il {}, di seguito conduttrice
    Il contratto decorre dal {} a tempo indeterminato.
    {city}, lì {}
    Attestato di frequenza
    Rilasciato il
    Valido fino al
    Estratto conto
    Data estratto
    Saldo iniziale
    Grazie e arrivederci!
    Bologna
    Il prossimo appuntamento è fissato per il {} alle ore 10:30.
    Ai sensi della legge del {} in materia di locazioni.
    Inviato`,
  ),
  pt: language(
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    ['D de MMMM de YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD-MM-YYYY', 'YYYY-MM-DD'],
    `Fatura
    Fatura n.º
    Data da fatura
    Data de emissão
    Data
    Data de vencimento
    Data de nascimento
    N.º de cliente
    Total a pagar €
    Data de entrega
    Período de faturação
    Acusamos a receção da sua carta de {}, que muito agradecemos.
    Pedimos que verifique os documentos em anexo e que os guarde.
    Exma. Senhora,
    Com os melhores cumprimentos,
    Contrato de arrendamento
    e a senhora Marta Nogueira, nascida em {}, adiante designada arrendatária
    O contrato tem início em {} e vigora por tempo indeterminado.
    {city}, {}
    Certificado de participação
    Emitido em
    Válido até
    Extrato de conta
    Data do extrato
    Saldo anterior
    Obrigado pela sua visita!
    Coimbra
    A sua próxima consulta é no dia {} às 10h30.
    Nos termos da lei de {} sobre o arrendamento urbano.
    Enviado`,
  ),
  nl: language(
    'januari februari maart april mei juni juli augustus september oktober november december',
    ['D MMMM YYYY', 'DD-MM-YYYY', 'DD-MM-YY', 'D-M-YYYY', 'DD/MM/YYYY'],
    `Factuur
    Factuurnummer
    Factuurdatum
    Datum factuur
    Datum
    Vervaldatum
    Geboortedatum
    Klantnummer
    Te betalen €
    Leverdatum
    Periode
    Wij hebben uw brief van {} in goede orde ontvangen.
    Wij verzoeken u de bijgevoegde stukken zorgvuldig te bewaren.
    Geachte mevrouw Bakker,
    Met vriendelijke groet,
    Huurovereenkomst
    en mevrouw Anna Bakker, geboren op {}, hierna te noemen huurder
    De overeenkomst gaat in op {} voor onbepaalde tijd.
    Getekend te {city}, {}
    Certificaat van deelname
    Afgegeven op
    Geldig tot
    Rekeningafschrift
    Datum afschrift
    Beginsaldo
    Bedankt voor uw bezoek, tot ziens!
    Utrecht
    Uw volgende afspraak is op {} om 10.30 uur.
    Op grond van de wet van {} inzake gegevensbescherming.
    Verzonden`,
  ),
  sv: language(
    'januari februari mars april maj juni juli augusti september oktober november december',
    ['D MMMM YYYY', 'YYYY-MM-DD', 'YYYY-MM-DD', 'D/M YYYY', 'den D MMMM YYYY'],
    `Faktura
    Fakturanummer
    Fakturadatum
    Datum
    Datum
    Förfallodatum
    Födelsedatum
    Kundnummer
    Att betala kr
    Leveransdatum
    Period
    Tack för ditt brev av den {}, som vi har gått igenom.
    Vi ber dig att läsa de bifogade handlingarna och spara dem.
    Hej Karin,
    Med vänliga hälsningar
    Hyresavtal
    och Karin Lindqvist, född {}, nedan kallad hyresgästen
    Avtalet börjar gälla {} och löper tills vidare.
    {city} den {}
    Intyg
    Utfärdat
    Giltigt till
    Kontoutdrag
    Utskriftsdatum
    Ingående saldo
    Tack för ditt besök, välkommen åter!
    Uppsala
    Din nästa tid är {} klockan 10.30.
    Enligt lagen av den {} om personuppgifter.
    Skickat`,
  ),
  da: language(
    'januar februar marts april maj juni juli august september oktober november december',
    ['D. MMMM YYYY', 'DD.MM.YYYY', 'DD-MM-YY', 'DD-MM-YYYY', 'den D. MMMM YYYY'],
    `Faktura
    Fakturanr.
    Fakturadato
    Dato
    Dato
    Forfaldsdato
    Fødselsdato
    Kundenr.
    I alt at betale kr.
    Leveringsdato
    Periode
    Vi har modtaget dit brev af {} og takker for det.
    Vi beder dig gennemgå de vedlagte dokumenter og gemme dem.
    Kære Mette,
    Med venlig hilsen
    Lejekontrakt
    og Mette Kjær, født {}, herefter kaldet lejeren
    Lejemålet begynder den {} og fortsætter indtil opsigelse.
    {city}, den {}
    Kursusbevis
    Udstedt den
    Gyldig til
    Kontoudtog
    Udskriftsdato
    Primosaldo
    Tak for besøget, på gensyn!
    Aalborg
    Din næste tid er den {} kl. 10.30.
    I henhold til loven af {} om leje.
    Sendt`,
  ),
  nb: language(
    'januar februar mars april mai juni juli august september oktober november desember',
    ['D. MMMM YYYY', 'DD.MM.YYYY', 'DD.MM.YY', 'D.M.YYYY', 'DD.MM.YYYY'],
    `Faktura
    Fakturanr.
    Fakturadato
    Dato
    Dato
    Forfallsdato
    Fødselsdato
    Kundenr.
    Å betale NOK
    Leveringsdato
    Periode
    Vi viser til brevet ditt av {} og takker for henvendelsen.
    Vi ber deg gå gjennom vedleggene og ta vare på dem.
    Kjære Ingrid,
    Med vennlig hilsen
    Leiekontrakt
    og Ingrid Haugen, født {}, heretter kalt leietaker
    Leieforholdet starter {} og løper til det sies opp.
    {city}, {}
    Kursbevis
    Utstedt
    Gyldig til
    Kontoutskrift
    Utskriftsdato
    Inngående saldo
    Takk for besøket, velkommen igjen!
    Bergen
    Din neste time er {} kl. 10.30.
    I henhold til loven av {} om husleie.
    Sendt`,
  ),
  fi: language(
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
    ['D. MMMM YYYY', 'D.M.YYYY', 'D.M.YY', 'DD.MM.YYYY', 'D.M.YYYY'],
    `Lasku
    Laskun numero
    Laskun päiväys
    Laskun päivämäärä
    Päiväys
    Eräpäivä
    Syntymäaika
    Asiakasnumero
    Yhteensä euroa
    Toimituspäivä
    Laskutuskausi
    Kiitämme kirjeestänne, joka on päivätty {} ja johon vastaamme nyt.
    Pyydämme teitä tutustumaan liitteenä oleviin asiakirjoihin ja säilyttämään ne.
    Hyvä asiakas,
    Ystävällisin terveisin
    Vuokrasopimus
    ja Liisa Virtanen, syntynyt {}, jäljempänä vuokralainen
    Sopimus alkaa {} ja on voimassa toistaiseksi.
    {city} {}
    Todistus
    Myönnetty
    Voimassa asti
    Tiliote
    Tiliotteen päivä
    Alkusaldo
    Kiitos käynnistä, tervetuloa uudelleen!
    Tampere
    Seuraava aikanne on {} klo 10.30.
    Noudatetaan lakia, joka annettiin {} huoneenvuokrasta.
    Lähetetty`,
  ),
  pl: language(
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    ['D MMMM YYYY r.', 'DD.MM.YYYY', 'DD.MM.YY', 'YYYY-MM-DD', 'D MMMM YYYY'],
    `Faktura
    Nr faktury
    Data wystawienia
    Data faktury
    Data
    Termin płatności
    Data urodzenia
    Nr klienta
    Do zapłaty zł
    Data dostawy
    Okres rozliczeniowy
    Dziękujemy za Państwa pismo z dnia {}, które otrzymaliśmy.
    Prosimy o zapoznanie się z załączonymi dokumentami i ich zachowanie.
    Szanowna Pani,
    Z poważaniem
    Umowa najmu
    a Panią Anną Kowalską, urodzoną {}, zwaną dalej najemcą
    Umowa obowiązuje od dnia {} na czas nieokreślony.
    {city}, dnia {}
    Zaświadczenie
    Wydano dnia
    Ważne do
    Wyciąg z rachunku
    Data wyciągu
    Saldo początkowe
    Dziękujemy za zakupy, zapraszamy ponownie!
    Lublin
    Następna wizyta odbędzie się {} o godz. 10.30.
    Zgodnie z ustawą z dnia {} o ochronie danych.
    Wysłano`,
  ),
  cs: language(
    'ledna února března dubna května června července srpna září října listopadu prosince',
    ['D. MMMM YYYY', 'DD.MM.YYYY', 'D.M.YY', 'D. M. YYYY', 'DD. MM. YYYY'],
    `Faktura
    Faktura č.
    Datum vystavení
    Datum vystavení dokladu
    Datum
    Datum splatnosti
    Datum narození
    Číslo zákazníka
    Celkem k úhradě Kč
    Datum dodání
    Fakturační období
    děkujeme za Váš dopis ze dne {}, který jsme obdrželi.
    Prosíme, abyste si přiložené dokumenty prostudovali a uschovali.
    Vážená paní Nováková,
    S pozdravem
    Nájemní smlouva
    a paní Jana Nováková, narozená {}, dále jen nájemce
    Nájem začíná dne {} a sjednává se na dobu neurčitou.
    V {city} dne {}
    Osvědčení
    Vydáno dne
    Platí do
    Výpis z účtu
    Datum výpisu
    Počáteční zůstatek
    Děkujeme za nákup, přijďte zas!
    Olomouci
    Vaše další návštěva je {} v 10.30 hodin.
    Podle zákona ze dne {} o ochraně osobních údajů.
    Odesláno`,
  ),
  sk: language(
    'januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra',
    ['D. MMMM YYYY', 'DD.MM.YYYY', 'D.M.YY', 'D. M. YYYY', 'DD.MM.YYYY'],
    `Faktúra
    Faktúra č.
    Dátum vystavenia
    Dátum faktúry
    Dátum
    Dátum splatnosti
    Dátum narodenia
    Číslo zákazníka
    Spolu na úhradu €
    Dátum dodania
    Fakturačné obdobie
    ďakujeme za Váš list zo dňa {}, ktorý sme dostali.
    Prosíme, aby ste si priložené dokumenty preštudovali a uschovali.
    Vážená pani Horváthová,
    S pozdravom
    Nájomná zmluva
    a pani Eva Horváthová, narodená {}, ďalej len nájomca
    Nájom sa začína dňa {} a dojednáva sa na dobu neurčitú.
    V {city} dňa {}
    Osvedčenie
    Vydané dňa
    Platí do
    Výpis z účtu
    Dátum výpisu
    Počiatočný zostatok
    Ďakujeme za nákup!
    Žiline
    Vaša ďalšia návšteva je {} o 10.30 hod.
    Podľa zákona zo dňa {} o ochrane údajov.
    Odoslané`,
  ),
  hu: language(
    'január február március április május június július augusztus szeptember október november december',
    ['YYYY. MMMM D.', 'YYYY.MM.DD.', 'YYYY. MM. DD.', 'YYYY-MM-DD', 'YYYY. MMMM D.'],
    `Számla
    Számla sorszáma
    Számla kelte
    Kiállítás dátuma
    Dátum
    Fizetési határidő
    Születési idő
    Ügyfélszám
    Fizetendő összeg Ft
    Szállítás napja
    Elszámolási időszak
    Köszönjük a {} napján kelt levelét, amelyet megkaptunk.
    Kérjük, hogy a mellékelt iratokat olvassa el és őrizze meg.
    Tisztelt Asszonyom!
    Tisztelettel
    Bérleti szerződés
    és Nagy Katalin (született {}), a továbbiakban bérlő
    A szerződés {} napjától határozatlan időre szól.
    {city}, {}
    Tanúsítvány
    Kiállítva
    Érvényes
    Számlakivonat
    Kivonat dátuma
    Nyitó egyenleg
    Köszönjük a vásárlást!
    Szeged
    A következő időpontja {} 10.30 óra.
    A {} napján kihirdetett törvény alapján.
    Elküldve`,
  ),
  ro: language(
    'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
    ['D MMMM YYYY', 'DD.MM.YYYY', 'DD.MM.YY', 'DD/MM/YYYY', 'D MMMM YYYY'],
    `Factură
    Factura nr.
    Data facturii
    Data emiterii
    Data
    Data scadenței
    Data nașterii
    Cod client
    Total de plată lei
    Data livrării
    Perioada de facturare
    Vă mulțumim pentru scrisoarea dumneavoastră din {}, pe care am primit-o.
    Vă rugăm să verificați documentele anexate și să le păstrați.
    Stimată doamnă,
    Cu stimă,
    Contract de închiriere
    și doamna Ioana Popescu, născută la {}, denumită în continuare chiriaș
    Contractul intră în vigoare la {} pe durată nedeterminată.
    {city}, {}
    Adeverință
    Eliberat la
    Valabil până la
    Extras de cont
    Data extrasului
    Sold inițial
    Vă mulțumim, vă mai așteptăm!
    Brașov
    Următoarea programare este la {} ora 10:30.
    În conformitate cu legea din {} privind protecția datelor.
    Trimis`,
  ),
  hr: language(
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca',
    ['D. MMMM YYYY.', 'DD.MM.YYYY.', 'DD.MM.YYYY', 'D.M.YYYY.', 'D. MMMM YYYY.'],
    `Račun
    Račun br.
    Datum računa
    Datum izdavanja
    Datum
    Datum dospijeća
    Datum rođenja
    Broj kupca
    Ukupno za platiti €
    Datum isporuke
    Obračunsko razdoblje
    zahvaljujemo na Vašem dopisu od {} koji smo zaprimili.
    Molimo Vas da pregledate priložene dokumente i sačuvate ih.
    Poštovana gospođo Horvat,
    S poštovanjem
    Ugovor o najmu
    i gospođa Ana Horvat, rođena {}, u daljnjem tekstu najmoprimac
    Najam počinje {} i sklapa se na neodređeno vrijeme.
    U {city}, {}
    Potvrda
    Izdano dana
    Vrijedi do
    Izvod po računu
    Datum izvoda
    Početno stanje
    Hvala na kupnji!
    Osijeku
    Vaš sljedeći termin je {} u 10.30 sati.
    Prema zakonu od {} o zaštiti podataka.
    Poslano`,
  ),
  el: language(
    'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD-MM-YYYY', 'D MMMM YYYY'],
    `Τιμολόγιο
    Αριθμός τιμολογίου
    Ημερομηνία έκδοσης
    Ημερομηνία τιμολογίου
    Ημερομηνία
    Ημερομηνία λήξης πληρωμής
    Ημερομηνία γέννησης
    Κωδικός πελάτη
    Πληρωτέο ποσό €
    Ημερομηνία παράδοσης
    Περίοδος
    Λάβαμε την επιστολή σας της {} και σας ευχαριστούμε.
    Παρακαλούμε να ελέγξετε τα συνημμένα έγγραφα και να τα φυλάξετε.
    Αξιότιμη κυρία,
    Με εκτίμηση
    Μισθωτήριο συμφωνητικό
    και η Μαρία Παππά, γεννηθείσα στις {}, εφεξής μισθώτρια
    Η μίσθωση αρχίζει στις {} και είναι αόριστης διάρκειας.
    {city}, {}
    Βεβαίωση
    Εκδόθηκε στις
    Ισχύει έως
    Αντίγραφο λογαριασμού
    Ημερομηνία αντιγράφου
    Προηγούμενο υπόλοιπο
    Ευχαριστούμε για την προτίμησή σας!
    Πάτρα
    Το επόμενο ραντεβού σας είναι στις {} και ώρα 10:30.
    Σύμφωνα με τον νόμο της {} περί προστασίας δεδομένων.
    Στάλθηκε`,
  ),
  tr: language(
    'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık',
    ['D MMMM YYYY', 'DD.MM.YYYY', 'DD.MM.YY', 'DD/MM/YYYY', 'D MMMM YYYY'],
    `Fatura
    Fatura no
    Fatura tarihi
    Düzenleme tarihi
    Tarih
    Son ödeme tarihi
    Doğum tarihi
    Müşteri no
    Ödenecek tutar TL
    Teslim tarihi
    Dönem
    {} tarihli mektubunuzu aldık ve teşekkür ederiz.
    Ekteki belgeleri incelemenizi ve saklamanızı rica ederiz.
    Sayın Ayşe Yılmaz,
    Saygılarımızla
    Kira sözleşmesi
    ve {} doğumlu Ayşe Yılmaz, bundan sonra kiracı olarak anılacaktır
    Sözleşme {} tarihinde başlar ve süresizdir.
    {city}, {}
    Katılım belgesi
    Veriliş tarihi
    Son geçerlilik tarihi
    Hesap özeti
    Hesap kesim tarihi
    Açılış bakiyesi
    Bizi tercih ettiğiniz için teşekkürler!
    Bursa
    Bir sonraki randevunuz {} saat 10.30'dadır.
    {} tarihli kişisel verileri koruma kanunu uyarınca.
    Gönderildi`,
  ),
  ru: language(
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
    ['D MMMM YYYY г.', 'DD.MM.YYYY', 'DD.MM.YY', '«DD» MMMM YYYY г.', 'D MMMM YYYY года'],
    `Счёт-фактура
    Номер счёта
    Дата счёта
    Дата выставления
    Дата
    Оплатить до
    Дата рождения
    Номер клиента
    Итого к оплате руб.
    Дата поставки
    Период
    Благодарим за Ваше письмо от {}, которое мы получили.
    Просим Вас ознакомиться с приложенными документами и сохранить их.
    Уважаемая Анна Петровна!
    С уважением
    Договор аренды
    и Анна Петровна Иванова, родившаяся {}, именуемая далее арендатор
    Договор вступает в силу с {} и действует бессрочно.
    г. {city}, {}
    Справка
    Выдано
    Действительно до
    Выписка по счёту
    Дата выписки
    Входящий остаток
    Спасибо за покупку!
    Тверь
    Ваш следующий приём состоится {} в 10:30.
    В соответствии с законом от {} о персональных данных.
    Отправлено`,
  ),
  uk: language(
    'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
    ['D MMMM YYYY р.', 'DD.MM.YYYY', 'DD.MM.YY', '«DD» MMMM YYYY року', 'D MMMM YYYY року'],
    `Рахунок
    Номер рахунку
    Дата рахунку
    Дата виставлення
    Дата
    Сплатити до
    Дата народження
    Номер клієнта
    Разом до сплати грн
    Дата поставки
    Період
    Дякуємо за Ваш лист від {}, який ми отримали.
    Просимо ознайомитися з доданими документами та зберегти їх.
    Шановна пані Олено!
    З повагою
    Договір оренди
    та Олена Шевченко, {} року народження, далі орендар
    Договір набирає чинності {} і діє безстроково.
    м. {city}, {}
    Довідка
    Видано
    Дійсний до
    Виписка з рахунку
    Дата виписки
    Вхідний залишок
    Дякуємо за покупку!
    Полтава
    Ваш наступний прийом відбудеться {} о 10:30.
    Відповідно до закону від {} про захист даних.
    Надіслано`,
  ),
  bg: language(
    'януари февруари март април май юни юли август септември октомври ноември декември',
    ['D MMMM YYYY г.', 'DD.MM.YYYY г.', 'DD.MM.YY', 'DD.MM.YYYY', 'D MMMM YYYY г.'],
    `Фактура
    Фактура №
    Дата на издаване
    Дата на фактурата
    Дата
    Краен срок за плащане
    Дата на раждане
    Клиентски номер
    Общо за плащане лв.
    Дата на доставка
    Период
    Благодарим за Вашето писмо от {}, което получихме.
    Молим Ви да прегледате приложените документи и да ги запазите.
    Уважаема госпожо,
    С уважение
    Договор за наем
    и Мария Иванова, родена на {}, наричана по-долу наемател
    Договорът влиза в сила на {} за неопределен срок.
    гр. {city}, {}
    Удостоверение
    Издадено на
    Валидно до
    Извлечение по сметка
    Дата на извлечението
    Начално салдо
    Благодарим Ви за покупката!
    Варна
    Следващият Ви час е на {} в 10:30.
    Съгласно закона от {} за защита на данните.
    Изпратено`,
  ),
  ja: language(
    '1 2 3 4 5 6 7 8 9 10 11 12',
    ['YYYY年M月D日', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY年MM月DD日', 'ERA年M月D日'],
    `請求書
    請求書番号
    請求日
    発行日
    日付
    お支払期限
    生年月日
    お客様番号
    ご請求金額 円
    納品日
    対象期間
    {}付のお手紙を拝受いたしました。
    同封の書類をご確認のうえ、大切に保管してください。
    拝啓 時下ますますご清栄のこととお慶び申し上げます。
    敬具
    賃貸借契約書
    乙 山田花子({}生)
    本契約は{}より効力を生じる。
    {}
    修了証書
    交付日
    有効期限
    取引明細書
    作成日
    繰越残高
    またのご来店をお待ちしております。
    札幌市
    次回のご予約は{} 10時30分です。
    {}に公布された法律に基づく。
    送信日時`,
  ),
  zh: language(
    '1 2 3 4 5 6 7 8 9 10 11 12',
    ['YYYY年M月D日', 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY年MM月DD日', 'YYYY 年 M 月 D 日'],
    `发票
    发票号码
    开票日期
    发票日期
    日期
    付款截止日期
    出生日期
    客户编号
    合计金额 元
    交货日期
    账单周期
    贵方{}的来函已收悉,谨此致谢。
    请仔细核对所附文件并妥善保存。
    尊敬的王女士:
    此致 敬礼
    租赁合同
    乙方王芳,{}出生
    本合同自{}起生效。
    {}
    结业证书
    签发日期
    有效期至
    对账单
    账单日
    期初余额
    谢谢惠顾,欢迎再次光临!
    成都市
    您的下次预约为{}上午10:30。
    根据{}公布的法律。
    发送时间`,
  ),
  ko: language(
    '1 2 3 4 5 6 7 8 9 10 11 12',
    ['YYYY년 M월 D일', 'YYYY.MM.DD', 'YYYY-MM-DD', 'YYYY. M. D.', 'YYYY년 MM월 DD일'],
    `청구서
    청구서 번호
    청구일
    발행일
    날짜
    납부기한
    생년월일
    고객번호
    청구금액 원
    납품일
    이용기간
    {}자 서신을 잘 받았습니다.
    첨부된 서류를 확인하시고 보관하여 주시기 바랍니다.
    김영희 고객님께
    감사합니다
    임대차계약서
    임차인 김영희 ({}생)
    본 계약은 {}부터 효력이 발생한다.
    {}
    수료증
    발급일
    유효기간
    거래내역서
    작성일
    이월잔액
    이용해 주셔서 감사합니다.
    대전광역시
    다음 예약은 {} 10시 30분입니다.
    {} 공포된 법률에 따라.
    보낸 날짜`,
  ),
  vi: language(
    '1 2 3 4 5 6 7 8 9 10 11 12',
    ['ngày D tháng M năm YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD-MM-YYYY', 'Ngày DD tháng MM năm YYYY'],
    `Hóa đơn
    Số hóa đơn
    Ngày hóa đơn
    Ngày lập
    Ngày
    Hạn thanh toán
    Ngày sinh
    Mã khách hàng
    Tổng cộng VND
    Ngày giao hàng
    Kỳ thanh toán
    Chúng tôi đã nhận được thư của quý vị đề {} và xin cảm ơn.
    Xin vui lòng kiểm tra các tài liệu kèm theo và lưu giữ cẩn thận.
    Kính gửi quý khách,
    Trân trọng
    Hợp đồng thuê nhà
    và bà Nguyễn Thị Lan, sinh {}, sau đây gọi là bên thuê
    Hợp đồng có hiệu lực từ {} và không xác định thời hạn.
    {city}, {}
    Giấy chứng nhận
    Ngày cấp
    Có giá trị đến
    Sao kê tài khoản
    Ngày sao kê
    Số dư đầu kỳ
    Cảm ơn quý khách, hẹn gặp lại!
    Đà Nẵng
    Lịch hẹn tiếp theo của quý vị là {} lúc 10:30.
    Căn cứ luật ban hành {} về bảo vệ dữ liệu.
    Đã gửi`,
  ),
  id: language(
    'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD/MM/YY', 'DD-MM-YYYY', 'D MMMM YYYY'],
    `Faktur
    Nomor faktur
    Tanggal faktur
    Tanggal terbit
    Tanggal
    Jatuh tempo
    Tanggal lahir
    Nomor pelanggan
    Total tagihan Rp
    Tanggal pengiriman
    Periode
    Terima kasih atas surat Anda tertanggal {} yang telah kami terima.
    Mohon periksa dokumen terlampir dan simpan dengan baik.
    Yang terhormat Ibu Sari,
    Hormat kami,
    Perjanjian sewa
    dan Ibu Sari Dewi, lahir {}, selanjutnya disebut penyewa
    Perjanjian ini mulai berlaku pada {} untuk jangka waktu tidak tertentu.
    {city}, {}
    Sertifikat
    Diterbitkan pada
    Berlaku sampai
    Rekening koran
    Tanggal cetak
    Saldo awal
    Terima kasih atas kunjungan Anda!
    Bandung
    Janji temu Anda berikutnya adalah {} pukul 10.30.
    Berdasarkan undang-undang tanggal {} tentang data pribadi.
    Dikirim`,
  ),
  ar: language(
    'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD', 'ARABIC D MMMM YYYY', 'ARABIC DD/MM/YYYY'],
    `فاتورة
    رقم الفاتورة
    تاريخ الفاتورة
    تاريخ الإصدار
    التاريخ
    تاريخ الاستحقاق
    تاريخ الميلاد
    رقم العميل
    المبلغ الإجمالي
    تاريخ التسليم
    الفترة
    نشكركم على رسالتكم المؤرخة {} التي استلمناها.
    يرجى مراجعة المستندات المرفقة والاحتفاظ بها.
    السيدة المحترمة،
    مع خالص التحية
    عقد إيجار
    والسيدة مريم حسن المولودة في {} ويشار إليها بالمستأجر
    يبدأ العقد في {} لمدة غير محددة.
    حرر في {city} بتاريخ {}
    شهادة
    صدرت في
    صالح حتى
    كشف حساب
    تاريخ الكشف
    الرصيد الافتتاحي
    شكرا لزيارتكم
    الإسكندرية
    موعدكم القادم هو {} الساعة 10:30.
    وفقا للقانون الصادر في {} بشأن حماية البيانات.
    أرسل`,
  ),
  he: language(
    'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר',
    ['D בMMMM YYYY', 'DD/MM/YYYY', 'DD.MM.YY', 'DD.MM.YYYY', 'D בMMMM YYYY'],
    `חשבונית
    מספר חשבונית
    תאריך חשבונית
    תאריך הפקה
    תאריך
    לתשלום עד
    תאריך לידה
    מספר לקוח
    סה"כ לתשלום ₪
    תאריך אספקה
    תקופה
    קיבלנו את מכתבך מיום {} ואנו מודים לך.
    נבקשך לעיין במסמכים המצורפים ולשמור אותם.
    לכבוד הגברת כהן,
    בכבוד רב
    חוזה שכירות
    והגברת רות כהן, ילידת {}, להלן השוכרת
    החוזה ייכנס לתוקף ביום {} לתקופה בלתי קצובה.
    {city}, {}
    תעודה
    הונפק ביום
    בתוקף עד
    דף חשבון
    תאריך הדף
    יתרת פתיחה
    תודה על קנייתך!
    חיפה
    התור הבא שלך הוא ביום {} בשעה 10:30.
    בהתאם לחוק מיום {} בדבר הגנת המידע.
    נשלח`,
  ),
  hi: language(
    'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
    ['D MMMM YYYY', 'DD/MM/YYYY', 'DD-MM-YYYY', 'D MMMM, YYYY', 'DD.MM.YYYY'],
    `बीजक
    बीजक संख्या
    बीजक दिनांक
    जारी करने की तिथि
    दिनांक
    अंतिम भुगतान तिथि
    जन्म तिथि
    ग्राहक संख्या
    कुल देय राशि ₹
    सुपुर्दगी तिथि
    अवधि
    आपका {} का पत्र हमें प्राप्त हुआ, धन्यवाद।
    कृपया संलग्न दस्तावेज़ों की जाँच करें और उन्हें सुरक्षित रखें।
    आदरणीय महोदया,
    भवदीय
    किराया अनुबंध
    तथा श्रीमती सुनीता शर्मा, जन्म {}, आगे किरायेदार
    यह अनुबंध {} से प्रभावी होगा।
    {city}, {}
    प्रमाण पत्र
    जारी दिनांक
    वैध तिथि तक
    खाता विवरण
    विवरण दिनांक
    प्रारंभिक शेष
    पधारने के लिए धन्यवाद!
    जयपुर
    आपकी अगली भेंट {} को 10:30 बजे है।
    {} के अधिनियम के अनुसार।
    भेजा गया`,
  ),
  th: language(
    'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
    ['D MMMM BUDDHIST', 'DD/MM/BUDDHIST', 'DD/MM/YYYY', 'D MMMM พ.ศ. BUDDHIST', 'D MMMM BUDDHIST'],
    `ใบแจ้งหนี้
    เลขที่ใบแจ้งหนี้
    วันที่ใบแจ้งหนี้
    วันที่ออก
    วันที่
    วันครบกำหนดชำระ
    วันเกิด
    รหัสลูกค้า
    ยอดชำระทั้งสิ้น บาท
    วันที่ส่งสินค้า
    รอบบิล
    เราได้รับจดหมายของท่านลงวันที่ {} แล้ว ขอขอบคุณ
    โปรดตรวจสอบเอกสารแนบและเก็บรักษาไว้
    เรียน ลูกค้าผู้มีอุปการคุณ
    ขอแสดงความนับถือ
    สัญญาเช่า
    และนางสาวมาลี ใจดี เกิดวันที่ {} ต่อไปนี้เรียกว่าผู้เช่า
    สัญญานี้เริ่มตั้งแต่วันที่ {} เป็นต้นไป
    {city} วันที่ {}
    ใบรับรอง
    ออกให้ ณ วันที่
    ใช้ได้ถึง
    ใบแสดงรายการบัญชี
    วันที่ออกรายการ
    ยอดยกมา
    ขอบคุณที่ใช้บริการ
    เชียงใหม่
    นัดครั้งต่อไปคือวันที่ {} เวลา 10.30 น.
    ตามพระราชบัญญัติลงวันที่ {} ว่าด้วยข้อมูลส่วนบุคคล
    ส่งเมื่อ`,
  ),
};
