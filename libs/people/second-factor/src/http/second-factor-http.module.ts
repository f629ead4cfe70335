import { Module } from '@nestjs/common';
import { SecondFactorModule } from '#people/second-factor';
import { SecondFactorExtension } from './second-factor.extension.js';

@Module({ imports: [SecondFactorModule], providers: [SecondFactorExtension] })
export class SecondFactorHttpModule {}
