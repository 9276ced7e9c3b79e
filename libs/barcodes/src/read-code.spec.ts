import { describe, expect, it } from '@jest/globals';
import { checkGtin, gtinForms } from './gtin.js';
import { readCode } from './read-code.js';

const [GS, RS, EOT] = ['\x1d', '\x1e', '\x04'];

describe('a scanned code', () => {
  it('of Mouser is taken apart', () => {
    const code = `>[)>06${GS}K24110003${GS}14K018${GS}1PTB6612FNG,C,8,EL${GS}Q10${GS}11K073121337${GS}4LTW${GS}1VToshiba`;
    expect(readCode(code)).toMatchObject({
      format: 'iso15434',
      mpn: 'TB6612FNG,C,8,EL',
      quantity: 10,
      order_number: '24110003',
      numbers: [expect.any(String), 'TB6612FNG,C,8,EL'],
    });
  });

  it('of DigiKey is taken apart, also as a keyboard types its separators', () => {
    const fields = [
      '06',
      'P296-6501-1-ND',
      '1PTLC5540INSR',
      '30P296-6501-1-ND',
      'K',
      '1K67192477',
      '9D2209',
      '1T3025',
      '4LMY',
      'Q25',
    ];
    for (const separator of [GS, '␝', '{GS}', '<GS>', '^]'])
      expect(readCode(`[)>${RS}${fields.join(separator)}${RS}${EOT}`)).toMatchObject({
        format: 'iso15434',
        part_number: '296-6501-1-ND',
        mpn: 'TLC5540INSR',
        lot: '3025',
        quantity: 25,
        order_number: '67192477',
      });
  });

  it.each([
    ['control characters', RS, GS, `${RS}${EOT}`],
    ['Ctrl+^ and Ctrl+] without Ctrl', '^', ']', '^'],
    ['Ctrl+] without Ctrl alone', '', ']', ''],
    ['carets', '^^', '^]', '^^^D'],
    ['a DOS code page', '▲', '↔', '▲♦'],
    ['function keys of macOS', '\uf70c', '\uf70b', '\uf70c'],
    ['pictures', '␞', '␝', '␞␄'],
    ['names', '<RS>', '<GS>', '<RS><EOT>'],
    ['names in braces', '{RS}', '{GS}', '{RS}{EOT}'],
    ['escapes', String.raw`\x1e`, String.raw`\x1d`, String.raw`\x1e\x04`],
    ['character references', '&#30;', '&#29;', '&#30;&#4;'],
    ['one sign for both', '|', '|', '|'],
    ['signs that only the header explains', '~', '#', '~'],
  ])('of ISO 15434 is taken apart with separators as %s', (_, rs, gs, end) => {
    const code = `[)>${rs}06${['', '1PCRG-0805/10K', 'Q000000750', '1TB-19', '9D2314'].join(gs)}${end}`;
    expect(readCode(code)).toMatchObject({ mpn: 'CRG-0805/10K', quantity: 750, lot: 'B-19' });
  });

  it('of ISO 15434 with identifiers of GS1 is taken apart', () => {
    expect(readCode(`[)>${RS}05${GS}0104006381333931${GS}10LOT7${GS}3012${RS}${EOT}`)).toMatchObject({
      format: 'gs1',
      gtin: '04006381333931',
      lot: 'LOT7',
      quantity: 12,
    });
  });

  it('without separators is read in the order of DigiKey and Mouser, and else has no number', () => {
    expect(readCode('[)>06PABC805-1-ND1PCRG-0805KK1K5551234510K6004567811K14LQ75011ZPICK12Z99')).toMatchObject({
      part_number: 'ABC805-1-ND',
      mpn: 'CRG-0805K',
      quantity: 750,
      order_number: '55512345',
    });
    expect(readCode('>[)>06K7100214K0021PMCP73831T-2ACI/OTQ2511K0812344LTH1VMicrochip')).toMatchObject({
      mpn: 'MCP73831T-2ACI/OT',
      quantity: 25,
      order_number: '71002',
    });
    const unknown = '[)>06PABC805-1-ND1PCRG-0805K';
    expect(readCode(unknown)).toEqual({ format: 'iso15434', text: unknown, numbers: [unknown] });
  });

  it('of LCSC is taken apart', () => {
    const code =
      '{pbn:PICK2311170001,on:GB2311160001,pc:C7371628,pm:TMK316BJ476ML-T,qty:20,mc:,cc:1,pdi:94421601,hp:null,wc:ZH}';
    expect(readCode(code)).toMatchObject({
      format: 'lcsc',
      part_number: 'C7371628',
      mpn: 'TMK316BJ476ML-T',
      quantity: 20,
    });
  });

  it.each([
    [`]d20104006381333931${'10LOT7'}${GS}17261231${GS}3012`],
    [`010400638133393117261231${'10LOT7'}${GS}3012`],
    ['(01)04006381333931(17)261231(10)LOT7(30)12'],
    ['0104006381333931172612313012]10LOT7'],
    ['010400638133393110LOT7↔172612313012'],
    [']C1010400638133393110LOT7{GS}172612313012'],
    [']d2010400638133393110LOT7]172612313012'],
  ])('of GS1 is taken apart: %j', (code) => {
    expect(readCode(code)).toMatchObject({
      format: 'gs1',
      gtin: '04006381333931',
      lot: 'LOT7',
      expires_on: '2026-12-31',
      quantity: 12,
      numbers: expect.arrayContaining(['4006381333931']),
    });
  });

  it('can be an address', () => {
    expect(readCode('https://shop.example/c/P-01ABC').text).toBe('P-01ABC');
    expect(readCode('http://10.0.0.2:3000/c/a%2Fb?x=1').numbers).toEqual(['a/b']);
    expect(readCode('https://id.gs1.org/01/04006381333931/10/L9')).toMatchObject({ gtin: '04006381333931', lot: 'L9' });
  });

  it('can be the address of a record, on any host', () => {
    const id = '0190a6e2-7c1d-7b3a-9f00-000000000001';
    for (const path of ['w/shop', 'api/v1/orgs/shop'])
      expect(readCode(`http://10.0.0.2:3000/${path}/modules/inventory/records/part/${id}?panel=files`).record).toBe(id);
  });

  it.each([
    [']Q1https://shop.example/c/P-01ABC', 'P-01ABC'],
    ['HTTPS://SHOP.EXAMPLE/tools/C/P-01ABC', 'P-01ABC'],
    [']C0SCR-M3-10', 'SCR-M3-10'],
    ['\x02SCR-M3-10\x03', 'SCR-M3-10'],
    [']E04006381333931', '4006381333931'],
  ])('is freed of what the scanner puts around it: %j', (code, text) => {
    expect(readCode(code).text).toBe(text);
  });

  it.each([['SCR-M3-10'], ['10K'], ['0104'], ['R^]10'], ['A]B^C'], ['C25804'], ['https://example.org/a'], ['{a:b}']])(
    'of no form is text: %s',
    (code) => {
      expect(readCode(code)).toEqual({ format: 'text', text: code, numbers: [code] });
    },
  );

  it('that is an article number is found in every length', () => {
    expect(readCode('036000291452')).toMatchObject({
      format: 'gtin',
      numbers: ['036000291452', '0036000291452', '00036000291452'],
    });
  });
});

describe('the check digit of an article number', () => {
  it.each([
    ['4006381333931', { gtin: '4006381333931' }],
    ['400638-133393 1', { gtin: '4006381333931' }],
    ['96385074', { gtin: '96385074' }],
    ['4006381333932', { fault: 'check_digit', expected: '4006381333931' }],
    ['12345', { fault: 'length' }],
    ['abc', { fault: 'length' }],
  ])('of %s is judged', (text, expected) => {
    expect(checkGtin(text)).toEqual(expected);
  });

  it('of a wrong number leaves nothing to look for', () => {
    expect(gtinForms('4006381333932')).toEqual([]);
  });
});
