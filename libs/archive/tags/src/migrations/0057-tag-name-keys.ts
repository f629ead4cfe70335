import type { Migration } from '#ground/database';

/** `nameKey` of the plugin kit of a name in lower case, as SQL. */
export function nameKeyOf(lowerCase: string): string {
  const visible = String.raw`regexp_replace(${lowerCase}, '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')`;
  const spaced = String.raw`regexp_replace(normalize(${visible}, NFKC), '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g')`;
  return `lower(${spaced})`;
}

/**
 * Names of tags that look the same are the same, whatever the form of Unicode. Nothing is renamed or merged: of tags that
 * look the same the first one has the key, and the others stay as they are; `doctor` names them.
 */
export const tagNameKeys: Migration = {
  name: '0057-tag-name-keys',
  up: `
    update tag set normalized_name = keyed.key from (
      select id, key, row_number() over (
        partition by organization_id, key order by (normalized_name = key) desc, created_at, id) as number
      from (select id, organization_id, created_at, normalized_name, ${nameKeyOf('normalized_name')} as key from tag) keyed
    ) keyed
    where keyed.id = tag.id and keyed.number = 1 and keyed.key <> tag.normalized_name;
  `,
  down: 'select;',
};
