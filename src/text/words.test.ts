import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

function check(identifier: string, words: string[]): void {
  test(`splits ${identifier}`, () => expect(wordsOf(identifier)).toEqual(words));
}

check('HTTPServer2', ['httpserver2', 'http', 'server', '2']);
check('validateToken', ['validatetoken', 'validate', 'token']);
check('validate_token', ['validate_token', 'validate', 'token']);
check('MAX_RETRIES', ['max_retries', 'max', 'retries']);
check('parseJSONValue', ['parsejsonvalue', 'parse', 'json', 'value']);
check('$scope', ['$scope', 'scope']);
check('x', ['x']);
check('404', ['404']);
check('größeÄndern', ['größeändern', 'größe', 'ändern']);
check('数据', ['数据']);
check('a'.repeat(65), []);
check('1'.repeat(13), []);
check('__init__', ['__init__', 'init']);
check('X', ['x']);
check('Ab', ['ab']);
check('ABc', ['abc', 'a', 'bc']);
check('getURLs2D', ['geturls2d', 'get', 'ur', 'ls', '2', 'd']);
check('fooFoo', ['foofoo', 'foo']);
