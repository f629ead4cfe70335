import { SERVICES, type ModelId } from './model-id.js';
import type { LlmConfig } from './llm.config.js';

/** The model in use, and the server that has it. */
export interface ModelServer extends ModelId {
  baseUrl: string;
  /** Empty when none is set. */
  apiKey: string;
  maxOutputTokens: number;
  /** The name of a setting of this service, for remedies. */
  setting(name: 'API_KEY' | 'BASE_URL'): string;
}

export function serverOf({ service, model }: ModelId, config: LlmConfig): ModelServer {
  return {
    service,
    model,
    baseUrl: config[`${service}BaseUrl`],
    apiKey: config[`${service}ApiKey`] ?? SERVICES[service].defaultKey ?? '',
    maxOutputTokens: config.maxOutputTokens,
    setting: (name) => `AUTO_TAGGER_LLM_${service.toUpperCase()}_${name}`,
  };
}

/** The path below the base address, which may end with a slash. */
export function addressOf({ baseUrl }: ModelServer, path: string): string {
  return new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href;
}
