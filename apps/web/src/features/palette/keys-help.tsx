export function KeysHelp(_properties: { organizationId: string }) {
  return null;
}
