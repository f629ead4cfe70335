const WORDS = /\p{L}{5,18}/gu;

/**
 * A few words of a text that are worth searching for: long ones that occur once or twice, from different parts of the
 * text, in their order. None of a text without such words.
 */
export function wordsToTry(content: string, count = 3): string[] {
  const seen = new Map<string, { word: string; at: number; times: number }>();
  for (const { 0: word, index } of content.slice(0, 20_000).matchAll(WORDS)) {
    const key = word.toLowerCase();
    const known = seen.get(key);
    if (known) known.times += 1;
    else seen.set(key, { word, at: index, times: 1 });
  }
  return [...seen.values()]
    .sort((one, other) => one.times - other.times || other.word.length - one.word.length || one.at - other.at)
    .slice(0, count)
    .sort((one, other) => one.at - other.at)
    .map(({ word }) => word.toLowerCase());
}
