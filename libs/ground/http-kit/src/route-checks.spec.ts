import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Param, Post, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Access } from './access.decorator.js';
import { IsId } from './field.decorators.js';
import { accessByRoute, assertEveryInputIsChecked, assertEveryRouteDeclaresAccess } from './route-checks.js';

class DocumentParams {
  @IsId('doc') documentId!: string;
}

@Controller('declared')
@Access.session()
class Declared {
  @Get(':documentId')
  read(@Param() params: DocumentParams): DocumentParams {
    return params;
  }
}

@Controller('silent')
class Silent {
  @Get('open')
  @Access.public()
  open(): void {}

  @Get('forgotten')
  forgotten(): void {}
}

@Controller('unchecked')
@Access.public()
class Unchecked {
  @Post()
  write(@Body() body: { name: string }): unknown {
    return body;
  }
}

@Controller('loose')
@Access.public()
class Loose {
  @Get(':id')
  read(@Param('id') id: string): string {
    return id;
  }
}

async function appOf(...controllers: Type[]) {
  @Module({ controllers })
  class Root {}
  return NestFactory.createApplicationContext(Root, { logger: false });
}

describe('checks of routes on startup', () => {
  it('the start-up checks accept routes that declare their access and their inputs', async () => {
    const app = await appOf(Declared);
    expect(() => assertEveryRouteDeclaresAccess(app)).not.toThrow();
    expect(() => assertEveryInputIsChecked(app)).not.toThrow();
  });

  it('the start-up checks list the declared access of every route by method and path', async () => {
    const app = await appOf(Declared, Silent, Unchecked);
    expect(Object.fromEntries(accessByRoute(app))).toEqual({
      'GET /declared/:documentId': { kind: 'session' },
      'GET /silent/open': { kind: 'public' },
      'POST /unchecked': { kind: 'public' },
    });
  });

  it('the start-up checks name a route that does not declare its access', async () => {
    const app = await appOf(Declared, Silent);
    expect(() => assertEveryRouteDeclaresAccess(app)).toThrow('Silent.forgotten (silent/forgotten)');
    expect(() => assertEveryRouteDeclaresAccess(app)).not.toThrow('Silent.open');
  });

  it.each([
    [Unchecked, 'Unchecked.write takes body'],
    [Loose, 'Loose.read takes params'],
  ])('the start-up checks name an input of %p that no DTO class checks', async (controller, message) => {
    const app = await appOf(controller);
    expect(() => assertEveryInputIsChecked(app)).toThrow(message);
  });
});
