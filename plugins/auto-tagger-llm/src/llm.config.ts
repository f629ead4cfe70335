import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, IsUrl, Max, Min, ValidateBy } from 'class-validator';
import { mistakeInModelId } from './model-id.js';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The language model that documents are sent to, and the servers of models. */
export class LlmConfig {
  /**
   * Model that suggests tags, as `<service>://<model>`: `ollama://qwen3:8b`, `openai://gpt-5-mini`,
   * `anthropic://claude-haiku-4-5`. The services are openai, mistral, deepseek, openrouter, cocore, ollama, lmstudio, vllm
   * and anthropic. Nothing is sent anywhere until this is set.
   */
  @Env('AUTO_TAGGER_LLM_MODEL', { aliases: ['AUTO_TAGGING_MODEL', 'AI_DEFAULT_MODEL'] })
  @IsOptional()
  @ValidateBy({
    name: 'isModelId',
    validator: {
      validate: (value) => mistakeInModelId(value) === undefined,
      defaultMessage: (given) => mistakeInModelId(given?.value) ?? '',
    },
  })
  model?: string;

  /**
   * Characters of a document that are sent at most: of a longer text its beginning and its end. The list of tags has at
   * most half as many in addition, and their names again as many in the schema of the answer: descriptions are shortened
   * and left out first, then the last tags are left out.
   */
  @Env('AUTO_TAGGER_LLM_MAX_INPUT_CHARACTERS') @IsInt() @Min(500) @Max(100_000) maxInputCharacters: number = 24_000;

  /** Tokens that the model may write for one document, those that it thinks with included. */
  @Env('AUTO_TAGGER_LLM_MAX_OUTPUT_TOKENS') @IsInt() @Min(100) @Max(64_000) maxOutputTokens: number = 4096;

  /** Seconds that one request to the model may take. */
  @Env('AUTO_TAGGER_LLM_TIMEOUT_SECONDS') @IsInt() @Min(1) @Max(600) timeoutSeconds: number = 120;

  /** API key at OpenAI. */
  @Env('AUTO_TAGGER_LLM_OPENAI_API_KEY', { aliases: ['OPENAI_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  openaiApiKey?: string;

  /** Address of the API of OpenAI. */
  @Env('AUTO_TAGGER_LLM_OPENAI_BASE_URL', { aliases: ['OPENAI_BASE_URL'] })
  @IsUrl(ADDRESS)
  openaiBaseUrl: string = 'https://api.openai.com/v1';

  /** API key at Mistral. */
  @Env('AUTO_TAGGER_LLM_MISTRAL_API_KEY', { aliases: ['MISTRAL_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  mistralApiKey?: string;

  /** Address of the API of Mistral. */
  @Env('AUTO_TAGGER_LLM_MISTRAL_BASE_URL', { aliases: ['MISTRAL_BASE_URL'] })
  @IsUrl(ADDRESS)
  mistralBaseUrl: string = 'https://api.mistral.ai/v1';

  /** API key at DeepSeek. */
  @Env('AUTO_TAGGER_LLM_DEEPSEEK_API_KEY', { aliases: ['DEEPSEEK_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  deepseekApiKey?: string;

  /** Address of the API of DeepSeek. */
  @Env('AUTO_TAGGER_LLM_DEEPSEEK_BASE_URL', { aliases: ['DEEPSEEK_BASE_URL'] })
  @IsUrl(ADDRESS)
  deepseekBaseUrl: string = 'https://api.deepseek.com/v1';

  /** API key at OpenRouter. */
  @Env('AUTO_TAGGER_LLM_OPENROUTER_API_KEY', { aliases: ['OPENROUTER_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  openrouterApiKey?: string;

  /** Address of the API of OpenRouter. */
  @Env('AUTO_TAGGER_LLM_OPENROUTER_BASE_URL', { aliases: ['OPENROUTER_BASE_URL'] })
  @IsUrl(ADDRESS)
  openrouterBaseUrl: string = 'https://openrouter.ai/api/v1';

  /** API key at Cocore. */
  @Env('AUTO_TAGGER_LLM_COCORE_API_KEY', { aliases: ['COCORE_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  cocoreApiKey?: string;

  /** Address of the API of Cocore. */
  @Env('AUTO_TAGGER_LLM_COCORE_BASE_URL', { aliases: ['COCORE_BASE_URL'] })
  @IsUrl(ADDRESS)
  cocoreBaseUrl: string = 'https://cocore.dev/api/v1';

  /** API key at Ollama, if the server asks for one. */
  @Env('AUTO_TAGGER_LLM_OLLAMA_API_KEY', { aliases: ['OLLAMA_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  ollamaApiKey?: string;

  /** Address of the API of Ollama. */
  @Env('AUTO_TAGGER_LLM_OLLAMA_BASE_URL', { aliases: ['OLLAMA_BASE_URL'] })
  @IsUrl(ADDRESS)
  ollamaBaseUrl: string = 'http://localhost:11434/v1';

  /** API key at LM Studio, if the server asks for one. */
  @Env('AUTO_TAGGER_LLM_LMSTUDIO_API_KEY', { aliases: ['LMSTUDIO_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  lmstudioApiKey?: string;

  /** Address of the API of LM Studio. */
  @Env('AUTO_TAGGER_LLM_LMSTUDIO_BASE_URL', { aliases: ['LMSTUDIO_BASE_URL'] })
  @IsUrl(ADDRESS)
  lmstudioBaseUrl: string = 'http://localhost:1234/v1';

  /** API key at vLLM, if the server asks for one. */
  @Env('AUTO_TAGGER_LLM_VLLM_API_KEY', { aliases: ['VLLM_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  vllmApiKey?: string;

  /** Address of the API of vLLM. */
  @Env('AUTO_TAGGER_LLM_VLLM_BASE_URL', { aliases: ['VLLM_BASE_URL'] })
  @IsUrl(ADDRESS)
  vllmBaseUrl: string = 'http://localhost:8000/v1';

  /** API key at Anthropic. */
  @Env('AUTO_TAGGER_LLM_ANTHROPIC_API_KEY', { aliases: ['ANTHROPIC_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  anthropicApiKey?: string;

  /** Address of the API of Anthropic. */
  @Env('AUTO_TAGGER_LLM_ANTHROPIC_BASE_URL', { aliases: ['ANTHROPIC_BASE_URL'] })
  @IsUrl(ADDRESS)
  anthropicBaseUrl: string = 'https://api.anthropic.com';
}
