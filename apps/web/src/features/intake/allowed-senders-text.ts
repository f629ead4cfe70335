/** What a person has typed or pasted into the field for senders. */
export interface TypedSenders {
  /** Addresses, and domains with their @; in lower case, each once, in their order. */
  senders: string[];
  /** Parts that are neither. */
  mistakes: string[];
}

const SEPARATORS = /[\s,;]+/u;
const SENDER = /^[^\s@<>"]*@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/u;

/** Reads senders apart by lines, commas, semicolons or spaces. */
export function readSenders(text: string): TypedSenders {
  const parts = [...new Set(text.toLowerCase().split(SEPARATORS).filter(Boolean))];
  return {
    senders: parts.filter((part) => SENDER.test(part)),
    mistakes: parts.filter((part) => !SENDER.test(part)),
  };
}
