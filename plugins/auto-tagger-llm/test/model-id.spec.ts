import { describe, expect, it } from '@jest/globals';
import { mistakeInModelId, readModelId } from '../src/model-id.js';

describe('the id of a model', () => {
  it('the id of a model names a service and its model, which may contain further ://', () => {
    expect(readModelId('ollama://qwen3:8b')).toEqual({ service: 'ollama', model: 'qwen3:8b' });
    expect(readModelId('vllm://s3://bucket/model')).toEqual({ service: 'vllm', model: 's3://bucket/model' });
    expect(mistakeInModelId('openrouter://meta/llama-3')).toBeUndefined();
  });

  it.each(['', 'gpt-4o', '://x', 'openai://', 'constructor://x', '__proto__://x', 'OpenAI://x', 'openai://a b', 7])(
    'the id of a model is refused when it is %j',
    (id) => {
      expect(mistakeInModelId(id)).toMatch(/ollama:\/\/qwen3:8b/);
    },
  );
});
