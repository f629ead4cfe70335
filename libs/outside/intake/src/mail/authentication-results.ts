import { domainOf } from './mail-address.js';

/** A header is looked at up to here, and one that is longer was cut before; what real servers write has a tenth of it. */
const LONGEST = 20_000;

interface Result {
  method: string;
  result: string;
  /** `header.from`, `smtp.mailfrom`, … with their values, in lower case. */
  properties: ReadonlyMap<string, string>;
}

/**
 * Returns why the address in `From` is not verified, as the end of a sentence, or `undefined`. `headers` are the values
 * of `Authentication-Results` from top to bottom. Only the topmost one that begins with the name of the trusted server
 * counts: it adds its own above what it received, so a forged one is below.
 */
export function unverifiedReason(
  from: readonly string[],
  headers: readonly string[],
  server: string,
): string | undefined {
  const all = headers.map((header) => ({
    statements: statementsOf(header.slice(0, LONGEST)),
    isCut: header.length >= LONGEST,
  }));
  const own = all.find(({ statements: [first = ''] }) => first.split(' ')[0]?.toLowerCase() === server.toLowerCase());
  if (!own) return `it has no Authentication-Results of ${server}`;
  // A result that says that the sender is not the one may be in the part that is missing.
  if (own.isCut) return `its Authentication-Results of ${server} are too long`;
  const results = own.statements.slice(1).flatMap((statement) => resultOf(statement) ?? []);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  if (dmarc && dmarc.result !== 'pass' && dmarc.result !== 'none')
    return `the DMARC check said "${shown(dmarc.result)}"`;
  const domains = new Set(from.map(domainOf));
  for (const domain of domains) {
    const isVerified = results.some((each) => each.result === 'pass' && verifies(each, domain, domains.size === 1));
    if (!isVerified) return `neither DMARC nor SPF or DKIM verified the domain ${domain}`;
  }
  return undefined;
}

function verifies({ method, properties }: Result, domain: string, isOnlyDomain: boolean): boolean {
  const of = (...names: string[]) => names.flatMap((name) => properties.get(name) ?? []).map(domainOf);
  if (method === 'dmarc') {
    const named = of('header.from');
    return named.length === 0 ? isOnlyDomain : named.includes(domain);
  }
  if (method === 'dkim') return of('header.d', 'header.i').some((signed) => isAligned(signed, domain));
  if (method === 'spf') return of('smtp.mailfrom', 'smtp.from').some((sent) => isAligned(sent, domain));
  return false;
}

/** The same domain, or one that is part of the other. */
function isAligned(verified: string, domain: string): boolean {
  if (!verified.includes('.')) return false;
  return verified === domain || verified.endsWith(`.${domain}`) || domain.endsWith(`.${verified}`);
}

function resultOf(statement: string): Result | undefined {
  const [head = '', ...rest] = statement.split(' ');
  const [, method, result] = /^([a-z0-9-]{1,40})(?:\/\d{1,3})?=([a-z]{1,40})$/i.exec(head) ?? [];
  if (method === undefined || result === undefined) return undefined;
  const properties = new Map<string, string>();
  for (const word of rest) {
    const equals = word.indexOf('=');
    const name = word.slice(0, equals).toLowerCase();
    if (equals > 0 && !properties.has(name)) properties.set(name, word.slice(equals + 1).toLowerCase());
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
}

/** The parts between semicolons, without comments and quotation marks, with single spaces. */
function statementsOf(header: string): string[] {
  const statements: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (let place = 0; place < header.length; place += 1) {
    const sign = header.charAt(place);
    if (sign === '\\') place += 1;
    else if (isQuoted || depth === 0) {
      if (sign === '"') isQuoted = !isQuoted;
      else if (isQuoted) append(statements, /[\s;=]/.test(sign) ? '_' : sign);
      else if (sign === '(') depth += 1;
      else if (sign === ';') statements.push('');
      else append(statements, sign);
    } else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
  }
  return statements.map((statement) => statement.trim().replaceAll(/\s+/g, ' ').replaceAll(/ ?= ?/g, '='));
}

function append(statements: string[], text: string): void {
  statements[statements.length - 1] = (statements.at(-1) ?? '') + text;
}

const shown = (text: string): string => text.slice(0, 40);
