import { SafeHttpConfig } from '#config/safe-http';
import { defineFeature } from '#ground/features';

export const safeHttpFeature = defineFeature({ name: 'safe-http', config: [SafeHttpConfig] });
