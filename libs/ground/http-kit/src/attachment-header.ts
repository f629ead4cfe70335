/**
 * `Content-Disposition` for a download. A name has at most 255 characters, so the header stays far below the 16 KB that
 * clients accept for all headers together.
 */
export function attachmentHeader(name: string): string {
  // Half a surrogate pair, which a file name may hold, would make `encodeURIComponent` throw.
  return `attachment; filename*=UTF-8''${encodeName(name.toWellFormed())}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
