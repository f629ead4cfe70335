/** A block of code of a guide: ```` ```json outside=package.json ````. */
export interface GuideBlock {
  /** The first word after the fence. */
  language: string;
  /** Words after it without a value, such as `excerpt`. */
  words: ReadonlySet<string>;
  attributes: ReadonlyMap<string, string>;
  code: string;
}

const BLOCK = /^```(\w+)((?: [^\n]*)?)\n(.*?)^```$/gms;
const ATTRIBUTE = /(?<= )([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?(?= |$)/g;

/** Every block of code, in order. */
export function guideBlocks(text: string): GuideBlock[] {
  return Array.from(text.matchAll(BLOCK), ([, language = '', info = '', code = '']) => {
    const words = new Set<string>();
    const attributes = new Map<string, string>();
    for (const [, name = '', quoted, word] of info.matchAll(ATTRIBUTE)) {
      const value = quoted ?? word;
      if (value === undefined) words.add(name);
      else attributes.set(name, value);
    }
    return { language, words, attributes, code };
  });
}
