import type { NamedAndDated, WantedDate, WantedName } from '#archive/documents';
import { nameFrom } from './name-template.js';
import { UPLOAD_DATE, type RuleEffects } from './rule-change.js';

/**
 * The names and dates that documents do not have yet. A name is made of the date that the document gets with it; without
 * one, of the day on which it came in. With `onlyEmpty`, dates stay, and names other than those of the files.
 */
export function planNamesAndDates(
  documents: readonly NamedAndDated[],
  { name: template, documentDate }: Pick<RuleEffects, 'documentDate' | 'name'>,
  { onlyEmpty = false }: { onlyEmpty?: boolean } = {},
): { names: WantedName[]; dates: WantedDate[] } {
  const names: WantedName[] = [];
  const dates: WantedDate[] = [];
  for (const { documentId, name, originalName, createdAt, documentDate: date } of documents) {
    const present = date?.toISOString() ?? null;
    const staysDated = documentDate === undefined || (onlyEmpty && present !== null);
    const wanted = staysDated ? present : startOf(documentDate, createdAt);
    if (wanted !== present) dates.push({ documentId, present, wanted });
    if (template === undefined || (onlyEmpty && name !== originalName)) continue;
    const newName = nameFrom(template, { name, originalName, day: (wanted ?? createdAt.toISOString()).slice(0, 10) });
    if (newName !== name) names.push({ documentId, present: name, wanted: newName });
  }
  return { names, dates };
}

function startOf(documentDate: string, createdAt: Date): string {
  const day = documentDate === UPLOAD_DATE ? createdAt.toISOString().slice(0, 10) : documentDate;
  return `${day}T00:00:00.000Z`;
}
