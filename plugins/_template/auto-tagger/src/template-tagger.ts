import { foldWords, type AutoTagger, type TaggingRequest, type TaggingSuggestion } from '@archivolt/plugin-kit';

/**
 * Suggests the tags whose names occur in the text, the most frequent first. Put your own way to find tags in its place.
 * A tagger that calls a service uses `host.http` with `context.signal`, throws a `TransientPluginError` when the service
 * is busy, and never trusts its answer.
 */
export class TemplateTagger implements AutoTagger {
  async suggest(
    { name, content, tags, maxTags }: TaggingRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<TaggingSuggestion> {
    signal.throwIfAborted();
    const text = inWords(`${name} ${content}`);
    const found = tags
      .map((tag) => ({ name: tag.name, times: occurrences(text, inWords(tag.name)) }))
      .filter(({ times }) => times > 0)
      .sort((a, b) => b.times - a.times);
    return { tags: found.slice(0, maxTags).map((tag) => tag.name) };
  }
}

/** The words between single spaces, in a form that ignores case and accents. */
function inWords(text: string): string {
  return ` ${foldWords(text).join(' ')} `;
}

function occurrences(text: string, words: string): number {
  return words.trim() === '' ? 0 : text.split(words).length - 1;
}
