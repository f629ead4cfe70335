export function TasksTray(_properties: { organizationId: string }) {
  return null;
}
