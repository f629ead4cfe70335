import { Module } from '@nestjs/common';
import { AutoTaggingModule } from '#libs/auto-tagging';
import { AutoTaggingPublicConfig } from './auto-tagging-public-config.js';

@Module({ imports: [AutoTaggingModule], providers: [AutoTaggingPublicConfig] })
export class AutoTaggingHttpModule {}
