import { SafeHttpConfig } from '#config/safe-http';
import { defineFeature } from '#libs/feature';

export const safeHttpFeature = defineFeature({ name: 'safe-http', config: [SafeHttpConfig] });
