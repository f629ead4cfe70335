import { SERVICES } from './model-id.js';
import { at, tokens, type Wire } from './wire.js';

/**
 * The API of OpenAI, which most servers of models speak. The whole answer is waited for (`stream: false`): it is short,
 * no user watches it being written, and the host reads responses as a whole in any case.
 */
export const chatCompletions: Wire = {
  path: () => 'chat/completions',

  headers: ({ apiKey }) => (apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),

  body: ({ service, model, maxOutputTokens }, { prompt, schema, withSchema }) => {
    const { outputLimit = 'max_tokens' } = SERVICES[service];
    return {
      model,
      messages: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: prompt.user },
      ],
      stream: false,
      [outputLimit]: maxOutputTokens,
      ...(withSchema && {
        response_format: { type: 'json_schema', json_schema: { name: 'structured_output', schema, strict: true } },
      }),
    };
  },

  read: (response) => {
    const choice = at(response, 'choices', 0);
    const content = at(choice, 'message', 'content');
    const refusal = at(choice, 'message', 'refusal');
    const reason = at(choice, 'finish_reason');
    return {
      text: textOf(content) ?? textOf(at(choice, 'message', 'tool_calls', 0, 'function', 'arguments')),
      isCut: reason === 'length',
      isRefusal: reason === 'content_filter' || (typeof refusal === 'string' && refusal !== ''),
      usage: tokens(at(response, 'usage', 'prompt_tokens'), at(response, 'usage', 'completion_tokens')),
    };
  },
};

/** Some servers send a list of parts in place of a text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.slice(0, 1000).map((part) => at(part, 'text'));
  return parts.filter((part) => typeof part === 'string').join('') || undefined;
}
