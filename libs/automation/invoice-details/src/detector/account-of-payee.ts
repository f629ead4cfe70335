import { fold, type Line } from '#automation/date-detection';
import { ibansIn, type WrittenIban } from './iban.js';

export interface FoundIban extends WrittenIban {
  line: Line;
  confidence: number;
}

const CONTEXT = 120;
const SURE = { labelled: 0.97, alone: 0.93, oneOfSeveral: 0.8, repaired: 0.15 };

/** The words around an account that is the one of the reader: money is taken from there. */
const PAYER =
  /(?:von ihrem|ihrem konto|ihr konto|ihres kontos|zu lasten|belasten|abgebucht|abbuch|buchen wir|eingezogen|einzug von|lastschrift von|kontoinhaber:? ?(?:kunde|sie)|zahlungspflichtig|your (?:bank )?account|from account|debited|debit from|direct debit from|votre compte|prelev|debiteur|su cuenta|cargar|cargo en|domiciliad|suo conto|vostro conto|addebit|sua conta|debitad|uw rekening|afgeschreven|incasso|ditt konto|din konto|dras fran|traekkes|trækkes|trekkes|tililtasi|veloit|twojego konta|z konta|pobran|vaseho uctu|strzena|stržena|debtor|payer)/u;
const PAYEE =
  /(?:empfanger|begunstigt|bankverbindung|unser konto|unsere? bank|uberweis|auf (?:das|unser|folgendes) konto|pay(?:able)? to|payee|beneficiary|our (?:bank )?account|remit|beneficiaire|virement|nos coordonnees|coordonnees bancaires|beneficiario|transferencia|datos bancarios|coordinate bancarie|bonifico|dados bancarios|bankgegevens|op rekening|bankuppgifter|bankoplysninger|bankopplysninger|pankkiyhteys|saaja|rachunek bankowy|na rachunek|bankovni spojeni|na ucet|zahlbar an)/u;

/** The account to which money is to be sent, or that of the sender: never one that money is taken from. */
export function accountOf(lines: readonly Line[]): FoundIban | undefined {
  const found = lines.flatMap((line, at) => {
    if (!/\d{2}/.test(line.folded)) return [];
    // Digits that are repaired where dates can be would change an account.
    const folded = fold(line.original);
    return ibansIn(folded).flatMap((iban, index, all) => {
      const own = folded.slice(Math.max(all[index - 1]?.to ?? 0, iban.from - CONTEXT), iban.from);
      const isFirst = index === 0 && own.length < CONTEXT;
      const above = isFirst ? (lines[at - 1]?.folded.slice(-CONTEXT) ?? '') : '';
      const isSentence = !/[.:!?]\s*$/.test(above);
      const behind = folded.slice(iban.to, iban.to + CONTEXT);
      if (PAYER.test(own) || PAYER.test(behind.slice(0, CONTEXT / 2))) return [];
      if (isSentence && PAYER.test(above) && !PAYEE.test(own)) return [];
      return [{ ...iban, line, isPayee: PAYEE.test(own) || PAYEE.test(above) }];
    });
  });
  const labelled = found.filter(({ isPayee }) => isPayee);
  const [best] = labelled.length > 0 ? labelled : found;
  if (!best) return undefined;
  const isOnly = found.every(({ iban }) => iban === best.iban);
  const sure = isOnly ? (best.isPayee ? SURE.labelled : SURE.alone) : SURE.oneOfSeveral;
  return { ...best, confidence: best.isRepaired ? sure - SURE.repaired : sure };
}
