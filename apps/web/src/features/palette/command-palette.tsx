export function CommandPalette(_properties: { organizationId: string }) {
  return null;
}
