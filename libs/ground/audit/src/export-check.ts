import { isProblem, walkOn, type ChainProblem, type ClaimedEntry } from './chain-walk.js';
import type { HashedFields } from './sealed-entry.js';

const FIELDS: readonly (keyof HashedFields)[] = [
  ...(['version', 'id', 'chainId', 'sequence', 'createdAt', 'organizationId', 'action', 'address'] as const),
  ...(['userAgent', 'actor', 'requestId', 'target', 'details', 'previousHash'] as const),
];

export interface ExportCheck {
  entries: number;
  chainId: string | null;
  last: { sequence: number; hash: string } | null;
  problem: ChainProblem | null;
}

/** Checks the lines of an export as JSON, without the database. */
export async function checkExport(lines: AsyncIterable<string>): Promise<ExportCheck> {
  const check: ExportCheck = { entries: 0, chainId: null, last: null, problem: null };
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const entry = entryIn(line);
    const { sequence, chainId } = entry.fields;
    check.chainId ??= chainId;
    if (chainId !== check.chainId)
      return {
        ...check,
        problem: { sequence, kind: 'reordered', message: `Entry ${sequence} is of another log, ${chainId}.` },
      };
    const next = walkOn(check.last ?? { sequence: sequence - 1, hash: undefined }, [entry]);
    if (isProblem(next)) return { ...check, problem: next };
    check.last = next;
    check.entries += 1;
  }
  return check;
}

function entryIn(line: string): ClaimedEntry {
  const parsed = parse(line);
  if (typeof parsed?.['hash'] !== 'string' || typeof parsed['sequence'] !== 'number')
    throw new Error(
      `This line is no entry of an export: ${line.slice(0, 80)}. Remedy: give a file that was exported with format=jsonl.`,
    );
  const fields = Object.fromEntries(FIELDS.map((field) => [field, parsed[field]]));
  return { fields: fields as unknown as HashedFields, hash: parsed['hash'] };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
