import { at, tokens, type Wire } from './wire.js';

const TOOL = 'structured_output';
const MOST_BLOCKS = 100;

/** The Messages API of Anthropic: newer models take a schema, others are made to call a tool with these parameters. */
export const messagesApi: Wire = {
  path: ({ baseUrl }) => (/\/v1\/?$/.test(baseUrl) ? 'messages' : 'v1/messages'),

  headers: ({ apiKey }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),

  body: ({ model, maxOutputTokens }, { prompt, schema, withSchema }) => ({
    model,
    max_tokens: maxOutputTokens,
    system: prompt.system,
    messages: [{ role: 'user', content: prompt.user }],
    ...(withSchema
      ? { output_config: { format: { type: 'json_schema', schema } } }
      : {
          tools: [{ name: TOOL, description: 'Takes the answer.', input_schema: schema }],
          tool_choice: { type: 'tool', name: TOOL },
        }),
  }),

  read: (response) => {
    const content = at(response, 'content');
    const blocks: unknown[] = Array.isArray(content) ? content.slice(0, MOST_BLOCKS) : [];
    const input = blocks.map((block) => (at(block, 'type') === 'tool_use' ? at(block, 'input') : undefined));
    const called = input.find((value) => typeof value === 'object' && value !== null);
    const texts = blocks.map((block) => (at(block, 'type') === 'text' ? at(block, 'text') : undefined));
    const text = texts.filter((value) => typeof value === 'string').join('');
    const reason = at(response, 'stop_reason');
    return {
      text: called === undefined ? text || undefined : JSON.stringify(called),
      isCut: reason === 'max_tokens',
      isRefusal: reason === 'refusal',
      usage: tokens(at(response, 'usage', 'input_tokens'), at(response, 'usage', 'output_tokens')),
    };
  },
};
