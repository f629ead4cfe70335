/** What a person has typed or pasted into the field for addresses. */
export interface TypedAddresses {
  /** In lower case, each once, in their order. */
  addresses: string[];
  /** Parts that are not addresses. */
  mistakes: string[];
}

const SEPARATORS = /[\s,;]+/u;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/u;

/** Reads addresses apart by commas, semicolons, spaces or lines; `Ada <ada@example.com>` counts as its address. */
export function readAddresses(text: string): TypedAddresses {
  // In lists that mail programs copy, the address is in angle brackets and the name before it is not one.
  const bare = text.replace(/(?:^|(?<=[,;\n]))[^,;\n<>]*<([^<>\s]+)>/gu, ' $1 ');
  const parts = [
    ...new Set(
      bare
        .split(SEPARATORS)
        .filter(Boolean)
        .map((part) => part.toLowerCase()),
    ),
  ];
  return {
    addresses: parts.filter((part) => ADDRESS.test(part)),
    mistakes: parts.filter((part) => !ADDRESS.test(part)),
  };
}
