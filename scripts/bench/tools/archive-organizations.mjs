// The organizations of the measured archive with their tags and custom properties.
import { KINDS, SMALL_ORGANIZATIONS, tagName, tagsOf } from './corpus.mjs';

export const TYPES = ['select', 'number', 'boolean', 'text', 'date'];
const NAMES = { select: 'Kind', number: 'Amount', boolean: 'Paid', text: 'Reference', date: 'Due' };

export const padded = (number, length) => number.toString(36).padStart(length, '0');
export const tagId = (organization, tag) => `tag_${padded(organization, 12)}${padded(tag, 12)}`;
export const propertyId = (organization, type) => `cpd_${padded(organization, 12)}${padded(TYPES.indexOf(type), 12)}`;
export const optionId = (organization, kind) => `cpso_${padded(organization, 12)}${padded(kind, 12)}`;
export const smallOrganizationId = (number) => `org_${padded(number, 24)}`;

/** Adds all but the large one, which the API has made; gives their ids in the order of the corpus. */
export async function addOrganizations(client, { largeId, userId }) {
  const small = Array.from({ length: SMALL_ORGANIZATIONS }, (_, number) => smallOrganizationId(number));
  const organizations = [largeId, ...small];
  await addSmall(client, small, userId);
  await addTags(client, organizations);
  await addProperties(client, organizations);
  return organizations;
}

async function addSmall(client, ids, userId) {
  const given = [
    ids,
    ids.map((_, number) => `Small ${number}`),
    ids.map((id) => id.replace('org_', 'org_mem_')),
    userId,
  ];
  await client.query(
    `with organizations as (
       insert into organization (id, created_at, updated_at, name) select id, now(), now(), name
       from unnest($1::text[], $2::text[]) as item(id, name)),
     logs as (insert into organization_log (organization_id) select unnest($1::text[]))
     insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
     select member, now(), now(), id, $4, 'owner' from unnest($1::text[], $3::text[]) as item(id, member)`,
    given,
  );
}

async function addTags(client, organizations) {
  const all = organizations.flatMap((id, number) =>
    Array.from({ length: tagsOf(number) }, (_, tag) => ({
      id: tagId(number, tag),
      organization: id,
      name: tagName(tag),
    })),
  );
  await client.query(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     select id, now(), now(), organization, name, lower(name), '#336699'
     from unnest($1::text[], $2::text[], $3::text[]) as item(id, organization, name)`,
    columns(all, 'id', 'organization', 'name'),
  );
}

async function addProperties(client, organizations) {
  const all = organizations.flatMap((id, number) =>
    TYPES.map((type, place) => ({ id: propertyId(number, type), organization: id, name: NAMES[type], type, place })),
  );
  await client.query(
    `insert into custom_property (id, organization_id, name, key, type, display_order)
     select id, organization, name, lower(name), type, place
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as item(id, organization, name, type, place)`,
    columns(all, 'id', 'organization', 'name', 'type', 'place'),
  );
  const options = organizations.flatMap((_, number) =>
    KINDS.map((name, kind) => ({ id: optionId(number, kind), property: propertyId(number, 'select'), name, kind })),
  );
  await client.query(
    `insert into custom_property_option (id, property_id, name, key, display_order)
     select id, property, name, name, place from unnest($1::text[], $2::text[], $3::text[], $4::int[])
       as item(id, property, name, place)`,
    columns(options, 'id', 'property', 'name', 'kind'),
  );
}

/** The parameters of `unnest`. */
export const columns = (rows, ...names) => names.map((name) => rows.map((row) => row[name]));
