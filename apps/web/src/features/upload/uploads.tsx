export function Uploads(_properties: { organizationId: string }) {
  return null;
}
