import { Module } from '@nestjs/common';
import { ExtractionService } from './extraction.service.js';

/** Needs, from global modules: the config classes, `EXTRACTION_PLUGINS` and `OCR_PLUGIN`. */
@Module({ providers: [ExtractionService], exports: [ExtractionService] })
export class ExtractionModule {}
