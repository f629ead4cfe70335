// The paper of a household over some years, as its members have filed it: who has sent it, what it is, and tags. Made from
// tables of its own, in three languages. `isUnfamiliar`: of a sender that the first half does not have.
import { numbers } from './random-numbers.mjs';

const HOUSEHOLD = ['Alex Example', 'Robin Example'];
const STREETS = ['Lindenweg 7', '12345 Musterstadt'];

/** name, language, tags, kinds of documents, words of the trade, and how it closes. */
const SENDERS = [
  [
    'Stadtwerke Musterstadt GmbH',
    'de',
    ['electricity', 'home'],
    'invoice contract notice',
    'Strom Zählerstand Verbrauch kWh Abschlag Netzentgelt Grundpreis Arbeitspreis',
  ],
  [
    'Gasversorgung Nordhang AG',
    'de',
    ['heating', 'home'],
    'invoice notice',
    'Erdgas Heizung Zähler Brennwert Verbrauch Abschlag kWh Zustandszahl',
  ],
  [
    'Wasserverband Oberland',
    'de',
    ['water', 'home'],
    'invoice notice',
    'Trinkwasser Abwasser Zählerstand Kubikmeter Verbrauch Gebühr',
  ],
  [
    'Telemax Deutschland GmbH',
    'de',
    ['phone'],
    'invoice contract reminder advertisement',
    'Mobilfunk Rufnummer Datenvolumen Tarif Verbindungen Roaming',
  ],
  [
    'Kabelnetz Süd GmbH',
    'de',
    ['internet'],
    'invoice contract notice advertisement',
    'Internet Router Bandbreite Festnetz Anschluss Tarif',
  ],
  [
    'Sparkasse Musterstadt',
    'de',
    ['bank'],
    'statement contract notice advertisement',
    'Konto Kontostand Buchung Überweisung Dauerauftrag Lastschrift IBAN',
  ],
  [
    'Direktbank Hansa',
    'de',
    ['bank', 'savings'],
    'statement notice',
    'Depot Tagesgeld Zinsen Wertpapier Fonds Steuerbescheinigung Freistellungsauftrag',
  ],
  [
    'Bergland Versicherung AG',
    'de',
    ['insurance', 'car'],
    'policy invoice notice advertisement',
    'Kfz-Haftpflicht Kasko Kennzeichen Fahrzeug Beitrag Schadenfreiheitsklasse',
  ],
  [
    'Heim & Hof Versicherungen',
    'de',
    ['insurance', 'home'],
    'policy invoice notice',
    'Hausrat Wohngebäude Versicherungssumme Beitrag Leitungswasser Sturm',
  ],
  [
    'Gesunde Kasse Mitte',
    'de',
    ['health', 'insurance'],
    'notice certificate',
    'Krankenkasse Versicherte Beitrag Zuzahlung Bonusprogramm Mitgliedschaft',
  ],
  [
    'Praxis Dr. Birnbaum',
    'de',
    ['health'],
    'invoice letter',
    'Behandlung Diagnose Ziffer Untersuchung Patient GOÄ Befund',
  ],
  [
    'Zahnarztpraxis am Markt',
    'de',
    ['health'],
    'invoice letter',
    'Zahn Behandlung Füllung Prophylaxe Heil- und Kostenplan Patient',
  ],
  [
    'Finanzamt Musterstadt',
    'de',
    ['tax'],
    'decision notice reminder',
    'Einkommensteuer Steuernummer Bescheid Festsetzung Vorauszahlung Solidaritätszuschlag',
  ],
  [
    'Stadt Musterstadt Bürgeramt',
    'de',
    ['authorities'],
    'decision certificate',
    'Meldebescheinigung Personalausweis Gebühr Antrag Bürgerbüro',
  ],
  [
    'Feinwerk Maschinenbau AG',
    'de',
    ['work'],
    'payslip certificate contract',
    'Entgelt Lohnsteuer Sozialversicherung Personalnummer Bruttolohn Nettolohn',
  ],
  [
    'Grundschule am Teich',
    'de',
    ['school'],
    'letter certificate',
    'Klasse Elternabend Schuljahr Zeugnis Lehrkraft Ausflug',
  ],
  [
    'Autohaus Krämer KG',
    'de',
    ['car'],
    'invoice contract',
    'Inspektion Reifen Ölwechsel Kennzeichen Kilometerstand Arbeitslohn',
  ],
  [
    'Malermeister Öztürk',
    'de',
    ['home', 'tax'],
    'invoice quote',
    'Wandfarbe Tapete Arbeitszeit Material Anfahrt Streichen',
  ],
  [
    'Möbelhaus Eichenhain',
    'de',
    ['purchase'],
    'invoice receipt',
    'Regal Schrank Lieferung Montage Artikel Gewährleistung',
  ],
  [
    'Online-Buchhandlung Seite 7',
    'de',
    ['purchase'],
    'invoice receipt',
    'Bestellung Artikel Versand Buch Taschenbuch Widerruf',
  ],
  [
    'Hilfe weltweit e.V.',
    'de',
    ['donation', 'tax'],
    'certificate letter',
    'Spende Zuwendungsbestätigung gemeinnützig Projekt Förderung',
  ],
  ['Turnverein 1893', 'de', ['club'], 'invoice letter', 'Mitgliedsbeitrag Verein Training Abteilung Versammlung'],
  [
    'Hausverwaltung Kerner',
    'de',
    ['home', 'rent'],
    'statement letter contract',
    'Nebenkosten Miete Betriebskosten Umlage Wohnung Hausmeister',
  ],
  [
    'Northern Light & Power',
    'en',
    ['electricity', 'home'],
    'invoice notice',
    'electricity meter reading tariff kilowatt standing charge supply',
  ],
  [
    'Cobalt Mobile Ltd',
    'en',
    ['phone'],
    'invoice contract advertisement',
    'mobile handset allowance roaming data number',
  ],
  [
    'Harbour Insurance plc',
    'en',
    ['insurance', 'travel'],
    'policy notice',
    'travel cover excess claim luggage premium insured',
  ],
  [
    'Meridian Software Inc.',
    'en',
    ['subscription'],
    'invoice receipt',
    'licence subscription renewal seats account plan',
  ],
  [
    'Fernwood University',
    'en',
    ['education'],
    'certificate letter invoice',
    'course enrolment tuition transcript semester faculty',
  ],
  [
    'Électricité du Rivage',
    'fr',
    ['electricity', 'holiday home'],
    'invoice notice',
    'électricité compteur relevé abonnement consommation kilowattheure',
  ],
  [
    'Assurances Val-Doré',
    'fr',
    ['insurance', 'holiday home'],
    'policy invoice notice',
    'assurance habitation sinistre cotisation garantie échéance',
  ],
  [
    'Syndic Les Tilleuls',
    'fr',
    ['holiday home'],
    'statement letter',
    'copropriété charges assemblée générale lot immeuble travaux',
  ],
  [
    'Banque de la Baie',
    'fr',
    ['bank', 'holiday home'],
    'statement notice',
    'compte relevé virement prélèvement solde opérations',
  ],
];

/** Of these the first half has nothing. */
const UNFAMILIAR = [
  [
    'Energie Plus Rheinufer GmbH',
    'de',
    ['electricity', 'home'],
    'invoice notice',
    'Strom Zählerstand Verbrauch kWh Abschlag Grundpreis',
  ],
  [
    'Rundum Versicherung a.G.',
    'de',
    ['insurance'],
    'policy notice',
    'Haftpflicht Versicherungssumme Beitrag Schaden Versicherungsnehmer',
  ],
  ['Klinikum Waldheim', 'de', ['health'], 'invoice letter', 'Station Aufnahme Behandlung Befund Patient Entlassung'],
  ['Sanitär Lohmann', 'de', ['home', 'tax'], 'invoice quote', 'Rohr Heizkörper Arbeitszeit Material Anfahrt Dichtung'],
  [
    'Amtsgericht Musterstadt',
    'de',
    ['authorities'],
    'decision letter',
    'Aktenzeichen Beschluss Grundbuch Antrag Geschäftsstelle',
  ],
  [
    'Brookside Dental Care',
    'en',
    ['health'],
    'invoice letter',
    'dental treatment appointment filling patient hygienist',
  ],
  ['Greenfield Broadband', 'en', ['internet'], 'invoice contract', 'broadband router line speed package'],
  [
    'Mairie de Port-Clair',
    'fr',
    ['authorities', 'holiday home'],
    'decision letter',
    'taxe foncière mairie avis habitation commune service',
  ],
  ['Garage du Phare', 'fr', ['car'], 'invoice quote', 'véhicule pneus vidange main-d’œuvre pièces immatriculation'],
  ['Reiseveranstalter Weitblick', 'de', ['travel'], 'invoice letter', 'Reise Flug Hotel Buchung Anzahlung Reisende'],
];

const KINDS = {
  de: {
    invoice: [
      'Rechnung',
      'Rechnungsnummer|Rechnungsbetrag|Zahlbar bis|Umsatzsteuer 19 %|Bitte überweisen Sie den Betrag|Gesamtbetrag|Netto|Brutto',
    ],
    reminder: [
      'Zahlungserinnerung',
      'haben wir noch keinen Zahlungseingang feststellen können|Mahngebühr|überfälliger Betrag|Bitte begleichen Sie die offene Forderung|Rechnungsbetrag',
    ],
    contract: [
      'Vertragsbestätigung',
      'Vertragsbeginn|Mindestlaufzeit|Kündigungsfrist|Allgemeine Geschäftsbedingungen|Vertragspartner|Wir freuen uns, Sie zu begrüßen',
    ],
    notice: [
      'Wichtige Mitteilung',
      'möchten wir Sie informieren|ändern sich zum|Preisanpassung|Bitte beachten Sie|Für Fragen stehen wir zur Verfügung',
    ],
    statement: [
      'Abrechnung und Kontoauszug',
      'Anfangssaldo|Endsaldo|Soll|Haben|Zeitraum vom|Gutschrift|Nachzahlung|Abrechnungszeitraum',
    ],
    policy: [
      'Versicherungsschein',
      'Versicherungsnehmer|Versicherungsbeginn|Ablauf|Vertragsbestandteil|Selbstbeteiligung|Versicherungsschein-Nr.',
    ],
    certificate: [
      'Bescheinigung',
      'Hiermit bescheinigen wir|zur Vorlage beim Finanzamt|Dieses Schreiben ist ohne Unterschrift gültig|bestätigen wir',
    ],
    letter: [
      'Ihr Schreiben',
      'vielen Dank für Ihre Nachricht|laden wir Sie herzlich ein|wie besprochen|teilen wir Ihnen mit|Termin',
    ],
    decision: [
      'Bescheid',
      'Rechtsbehelfsbelehrung|Gegen diesen Bescheid|Festgesetzt werden|Begründung|Einspruch|innerhalb eines Monats',
    ],
    payslip: [
      'Verdienstabrechnung',
      'Bruttobezüge|Abzüge|Auszahlungsbetrag|Steuerklasse|Kirchensteuer|Rentenversicherung',
    ],
    quote: [
      'Angebot',
      'unterbreiten wir Ihnen folgendes Angebot|Angebot gültig bis|Ausführung nach Absprache|Gesamtsumme|Netto|freibleibend',
    ],
    receipt: ['Kassenbon', 'Summe EUR|Kartenzahlung|Beleg-Nr.|Vielen Dank für Ihren Einkauf|MwSt|Kasse'],
    advertisement: [
      'Nur für kurze Zeit',
      'Sichern Sie sich jetzt|exklusives Angebot|Rabatt|Gutschein|Jetzt bestellen|unverbindlich',
    ],
  },
  en: {
    invoice: ['Invoice', 'Invoice number|Amount due|Please pay by|VAT|Subtotal|Total due|Payment terms'],
    contract: [
      'Your agreement',
      'minimum term|start date|cancellation|terms and conditions|welcome to|agreement number',
    ],
    notice: [
      'Important information',
      'we are writing to let you know|prices will change|please note|if you have any questions',
    ],
    policy: ['Policy schedule', 'policyholder|period of cover|policy number|excess|sum insured|date of issue'],
    certificate: ['Certificate', 'this is to certify|hereby confirmed|awarded|no signature required'],
    letter: ['Your enquiry', 'thank you for your letter|we are pleased to invite you|as discussed|appointment'],
    receipt: ['Receipt', 'thank you for your purchase|paid by card|order total|receipt number'],
    advertisement: ['Exclusive offer', 'limited time only|upgrade today|save up to|voucher|order now'],
  },
  fr: {
    invoice: ['Facture', 'Numéro de facture|Montant à payer|Date limite de paiement|TVA 20 %|Total TTC|Total HT'],
    notice: ['Information importante', 'nous vous informons|évolution des prix|veuillez noter|pour toute question'],
    policy: ['Conditions particulières', 'souscripteur|date d’effet|numéro de contrat|franchise|capital assuré'],
    statement: ['Relevé', 'solde initial|solde final|débit|crédit|période du|appel de fonds'],
    letter: [
      'Votre courrier',
      'nous vous remercions de votre message|nous avons le plaisir de vous inviter|comme convenu|rendez-vous',
    ],
    decision: ['Avis', 'voies de recours|montant de l’impôt|dans un délai de deux mois|décision'],
    quote: ['Devis', 'devis valable jusqu’au|total estimé|bon pour accord|Total HT'],
  },
};

const PHRASES = {
  de: 'Sehr geehrte Damen und Herren|Mit freundlichen Grüßen|Ihre Kundennummer|Unser Zeichen|Telefon|Seite 1 von 2|Ihr Ansprechpartner|Datum|www|E-Mail|Geschäftsführer|Amtsgericht|Steuernummer|Bankverbindung|wie Sie wissen, ist uns ein guter Service wichtig|Dieses Schreiben wurde maschinell erstellt|im Rahmen der gesetzlichen Vorschriften|Hinweise zum Datenschutz finden Sie auf der Rückseite|Öffnungszeiten Montag bis Freitag',
  en: 'Dear Customer|Yours sincerely|Your customer number|Our reference|Telephone|Page 1 of 2|Your contact|Date|Registered office|as you know, good service matters to us|this letter was created automatically|our privacy notice is on the reverse|opening hours Monday to Friday',
  fr: 'Madame, Monsieur|Veuillez agréer nos salutations distinguées|Votre numéro client|Notre référence|Téléphone|Page 1 sur 2|Votre interlocuteur|Date|Siège social|comme vous le savez, un bon service nous tient à cœur|ce courrier a été créé automatiquement|informations sur la protection des données au verso|horaires du lundi au vendredi',
};

/** Paper that no one gives a label. */
const OTHER = [
  'Apfelkuchen\n200 g Mehl\n3 Äpfel\nButter und Zucker verrühren, Teig eine Stunde kühlen, bei 180 Grad backen.',
  'Packliste Urlaub\nBadetuch\nSonnencreme\nReisepass\nLadegerät\nRegenjacke',
  'Instruction manual\nRead all instructions before using the appliance. Keep out of reach of children. Clean with a damp cloth.',
  'Liebe Robin,\nvielen Dank für deine Karte. Uns geht es gut, im Garten blüht alles. Herzliche Grüße, Tante Inge',
  'Notice de montage\nOutils nécessaires: tournevis, marteau. Assembler les pièces A et B. Ne pas serrer complètement.',
  'Speisekarte\nTagessuppe 4,50\nSchnitzel mit Pommes 12,90\nKaffee 2,80\nHausgemachter Kuchen 3,60',
];

/** Documents in the order in which they came in. The first half is what has been filed, the second what comes next. */
export function household({ documents = 1_800, seed = 4_711 } = {}) {
  const below = numbers(seed);
  return Array.from({ length: documents }, (_, at) => {
    const isLater = at * 2 >= documents;
    if (below(100) < 6) return { ...other(below), id: at, isLater, isUnfamiliar: false };
    const isUnfamiliar = isLater && below(100) < 12;
    const senders = isUnfamiliar ? UNFAMILIAR : SENDERS;
    // Some send every month, others once a year.
    const sender = senders[Math.min(below(senders.length), below(senders.length))];
    return { ...letter(sender, { below, isLater }), id: at, isLater, isUnfamiliar };
  });
}

function other(below) {
  const lines = OTHER[below(OTHER.length)].split('\n');
  const text = [...lines, String(below(100_000))].filter(() => below(100) < 90).join('\n');
  return { name: `Scan ${10_000 + below(80_000)}.pdf`, text, correspondent: null, type: null, tags: [] };
}

function letter([name, language, tags, kinds, trade], { below, isLater }) {
  const pick = (list) => list[below(list.length)];
  const some = (list, share) => list.filter(() => below(100) < share);
  const type = pick(kinds.split(' '));
  const [title, sentences] = KINDS[language][type];
  const words = trade.split(' ');
  const facts = factsOf(name);
  const amount = () => `${1 + below(900)},${10 + below(90)}`;
  const day = () => `${1 + below(28)}.${1 + below(12)}.${2015 + below(11)}`;
  const line = () => `${pick(words)} ${pick(words)} ${amount()}`;
  const phrases = PHRASES[language].split('|');
  // Some senders have another letterhead in later years, and write their name differently.
  const isNew = isLater && facts.seed % 4 === 0;
  const shown = isNew ? name.split(' ').slice(0, 2).join(' ').toUpperCase() : name;
  const head = isNew
    ? [`${shown} · Postfach ${facts.seed % 9_000} · ${facts.city}`]
    : [shown, `${facts.street} ${1 + (facts.seed % 90)}`, facts.city];
  // An advertisement is of another trade than the letters of the sender, and a statement names others.
  const foreign = pick(SENDERS);
  const trades = type === 'advertisement' ? foreign[4].split(' ') : words;
  const bookings =
    type === 'statement' && tags.includes('bank')
      ? Array.from(
          { length: 4 + below(6) },
          () => `${day()} ${pick(SENDERS)[0]} ${pick(['Lastschrift', 'Überweisung', 'virement'])} -${amount()}`,
        )
      : [];
  const body = [
    ...some(sentences.split('|'), 65).map((each) => `${each} ${pick([amount(), day(), ''])}`),
    ...some(trades, 60).map((each) => `${each} ${pick([amount(), String(below(10_000)), '', pick(trades)])}`),
    ...some(phrases, 45),
    ...Array.from({ length: below(8) }, line),
    ...bookings,
  ];
  shuffle(body, below);
  const lines = [
    ...some(head, 92),
    pick(HOUSEHOLD),
    ...STREETS,
    `${pick(['Datum', 'Date', ''])} ${day()}`,
    // Not every letter says what it is.
    ...(below(100) < 80 ? [`${title} ${below(100) < 50 ? `${facts.seed % 1_000}-${below(100_000)}` : ''}`] : []),
    ...(below(100) < 60 ? [`${pick(phrases)} ${facts.customer}`] : []),
    ...body,
    ...some([`${facts.iban}`, `info@${facts.domain}`, `www.${facts.domain}`, `HRB ${facts.seed}`], isNew ? 35 : 70),
  ];
  const noise = pick([0, 0, 0, 5, 15, 35]);
  return {
    name: pick([`Scan ${10_000 + below(80_000)}.pdf`, `${title} ${below(1_000)}.pdf`, `${facts.short}_${day()}.pdf`]),
    text: misread(lines.join('\n'), noise, below),
    correspondent: name,
    type,
    // People forget one now and then; what comes next is judged by what they mean.
    tags: type === 'advertisement' ? ['advertisement'] : tags.filter(() => isLater || below(100) < 97),
  };
}

/** The same for each sender in every run. */
function factsOf(name) {
  const below = numbers([...name].reduce((sum, each) => (sum * 31 + each.codePointAt(0)) % 2_147_483_647, 7));
  const short = name.replaceAll(/[^A-Za-zÀ-ÿ]/g, '').slice(0, 8);
  const group = () => String(1_000 + below(9_000));
  return {
    short,
    seed: 10_000 + below(89_000),
    street: ['Hauptstraße', 'Industrieweg', 'High Street', 'Rue du Port', 'Am Bahnhof', 'Marktplatz'][below(6)],
    city: ['12345 Musterstadt', '20095 Hamburg', '80331 München', 'London EC1', '29200 Brest', '50667 Köln'][below(6)],
    domain: `${short.toLowerCase()}.example`,
    customer: `${10 + below(89)}${100_000 + below(899_999)}`,
    iban: `IBAN DE${10 + below(89)} ${group()} ${group()} ${group()} ${group()} ${below(99)}`,
  };
}

const MISREAD = { o: '0', l: '1', i: 'l', e: 'c', m: 'rn', B: '8', S: '5', a: 'o', t: 'f', n: 'u' };

/** A scan: `noise` of a thousand letters are read wrongly. */
function misread(text, noise, below) {
  if (noise === 0) return text;
  return [...text].map((each) => (below(1_000) < noise ? (MISREAD[each] ?? each) : each)).join('');
}

function shuffle(list, below) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
}
