/** How a service is asked, and the key that its servers are given when they ask for none. */
interface Service {
  wire: 'chat-completions' | 'messages';
  defaultKey?: string;
  /** Newer models of OpenAI refuse `max_tokens`, and other servers do not know the name that replaced it. */
  outputLimit?: 'max_completion_tokens';
}

export type ServiceName =
  'anthropic' | 'cocore' | 'deepseek' | 'lmstudio' | 'mistral' | 'ollama' | 'openai' | 'openrouter' | 'vllm';

/** The services that a model id can name. */
export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  openai: { wire: 'chat-completions', outputLimit: 'max_completion_tokens' },
  mistral: { wire: 'chat-completions' },
  deepseek: { wire: 'chat-completions' },
  openrouter: { wire: 'chat-completions' },
  cocore: { wire: 'chat-completions' },
  ollama: { wire: 'chat-completions', defaultKey: 'ollama' },
  lmstudio: { wire: 'chat-completions', defaultKey: 'lm-studio' },
  vllm: { wire: 'chat-completions', defaultKey: 'not-needed' },
  anthropic: { wire: 'messages' },
};

export interface ModelId {
  service: ServiceName;
  model: string;
}

const LONGEST = 300;
const SEPARATOR = '://';

/** Reads `<service>://<model>`; further `://` belong to the model. */
export function readModelId(id: string): ModelId | undefined {
  const end = id.indexOf(SEPARATOR);
  const service = id.slice(0, Math.max(end, 0));
  const model = id.slice(end + SEPARATOR.length);
  return end > 0 && model !== '' && isServiceName(service) ? { service, model } : undefined;
}

export function mistakeInModelId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || /[\u0000-\u0020\u007f]/.test(value))
    return `must be a text without spaces of at most ${LONGEST} characters, such as ollama://qwen3:8b`;
  if (readModelId(value)) return undefined;
  return `must be <service>://<model>, such as ollama://qwen3:8b, with one of these services: ${Object.keys(SERVICES).join(', ')}`;
}

const isServiceName = (name: string): name is ServiceName => Object.hasOwn(SERVICES, name);
