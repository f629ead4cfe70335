export function ViewsNav(_properties: { organizationId: string }) {
  return null;
}
