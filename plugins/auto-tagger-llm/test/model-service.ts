import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What one request has brought. */
export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    system?: string;
    messages: { role: string; content: string }[];
    response_format?: { json_schema: { schema: object; strict: boolean } };
    output_config?: { format: { schema: object } };
    tool_choice?: object;
    [field: string]: unknown;
  };
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

/** A server that speaks the protocols of OpenAI and Anthropic; each test says what the model answers. */
export class ModelService {
  readonly requests: Asked[] = [];
  answer: Answer = chatAnswer({ existingTags: [] });
  /** Answers of the next requests, before `answer`. */
  readonly next: Answer[] = [];
  readonly #server: Server = createServer((request, response) => {
    response.on('error', () => undefined);
    void text(request).then((body) => {
      const asked = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(body) as Asked['body'],
      };
      this.requests.push(asked);
      (this.next.shift() ?? this.answer)(response, asked);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

/** As the API of OpenAI answers; `content` is the text of the model. */
export function chatAnswer(content: object | string, finishReason = 'stop'): Answer {
  return json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'test',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) },
        finish_reason: finishReason,
      },
    ],
    usage: { prompt_tokens: 812, completion_tokens: 17, total_tokens: 829 },
  });
}

/** As the Messages API of Anthropic answers. */
export function messagesAnswer(content: object[], stopReason = 'end_turn'): Answer {
  return json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content,
    stop_reason: stopReason,
    usage: { input_tokens: 900, output_tokens: 20 },
  });
}

/** The text of the document as the model gets it. */
export function documentIn({ body }: Asked): string {
  return body.messages.find(({ role }) => role === 'user')?.content ?? '';
}

/** The instructions as the model gets them. */
export function instructionsIn({ body }: Asked): string {
  return body.system ?? body.messages.find(({ role }) => role === 'system')?.content ?? '';
}

/**
 * A model that obeys the document: when the text contains a JSON object it answers with that, otherwise with the tags
 * whose names occur in the text, and with the first option of each property.
 */
export const obedient: Answer = (response, asked) => {
  const text = documentIn(asked);
  const order = /\{"tags".*\}/.exec(text)?.[0];
  const properties = [
    ...instructionsIn(asked).matchAll(/^\{"name":"([^"]*)","type":"select".*"options":\["([^"]*)"/gm),
  ].map(([, property, option]) => ({ property, values: [option] }));
  const names = [...instructionsIn(asked).matchAll(/^\{"name":"([^"]*)"/gm)].map(([, name = '']) => name);
  const ordered = order === undefined ? [] : (JSON.parse(order) as { tags: string[] }).tags;
  const found = names.filter((name) => text.toLowerCase().includes(name.toLowerCase()));
  const orders = order === undefined ? [] : ((JSON.parse(order) as { properties?: object[] }).properties ?? []);
  const tags = { existingTags: [...ordered, ...found], newTags: ordered, tags: ordered };
  chatAnswer({ ...tags, properties: [...orders, ...properties] })(response, asked);
};
