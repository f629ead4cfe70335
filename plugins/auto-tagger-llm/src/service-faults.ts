import { PermanentPluginError, TransientPluginError, type HttpResponse } from '@archivolt/plugin-kit';
import type { ModelServer } from './model-server.js';

/** Statuses of a request that may succeed later: time-outs, locks, and an account without money or with too many requests. */
const LATER = new Set([402, 408, 409, 423, 425, 429]);

/** The error for a response without an answer. The body may quote the document and the key, so it is not used. */
export function faultOf({ status }: HttpResponse, server: ModelServer): Error {
  const said = `${server.service} responded with status ${status} for the model ${server.model}`;
  if (status >= 500 || LATER.has(status)) return new TransientPluginError(said + laterRemedy(status, server));
  return new PermanentPluginError(said + remedyFor(status, server));
}

/** The error for a request that has taken longer than the setting allows. */
export function tooSlow({ message }: TransientPluginError, { model }: ModelServer): TransientPluginError {
  const remedy = 'raise AUTO_TAGGER_LLM_TIMEOUT_SECONDS, or choose a faster model';
  return new TransientPluginError(`the model ${model} is too slow: ${message}. Remedy: ${remedy}`, { isTimeout: true });
}

function laterRemedy(status: number, { service }: ModelServer): string {
  if (status !== 402 && status !== 429) return '';
  return `. Remedy: see the limits and the credit of the account at ${service}`;
}

function remedyFor(status: number, { service, setting }: ModelServer): string {
  const url = setting('BASE_URL');
  if (status === 401 || status === 403) return `. Remedy: set ${setting('API_KEY')} to a valid key of ${service}`;
  if (status === 404)
    return `. Remedy: correct AUTO_TAGGER_LLM_MODEL, download the model on the server, or correct ${url}`;
  if (status >= 300 && status < 400) return `. Remedy: redirects are not followed; set ${url} to the final address`;
  if (status === 400 || status === 413 || status === 422)
    return `. Remedy: lower AUTO_TAGGER_LLM_MAX_INPUT_CHARACTERS, or choose a model with a larger context`;
  return `. Remedy: make sure that ${url} is the address of an API of this kind`;
}
