import 'reflect-metadata';
import { clientTypes } from './openapi/client-types.mjs';
import { describeApi } from './openapi/document.mjs';

export async function generate() {
  const document = await describeApi();
  return {
    'docs/reference/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'libs/ground/sdk/src/api.ts': await clientTypes(document),
  };
}
