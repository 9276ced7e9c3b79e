import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import type { AnyConnector } from '@cubit/core/host';
import { describeWithData } from '@cubit/testing';
import { bambu, readBambu } from './bambu.connector.js';
import { fdmMonster, readFdmMonster } from './fdm-monster.connector.js';
import { moonraker, readMoonraker } from './moonraker.connector.js';
import { obico, readObico } from './obico.connector.js';
import { octoprint, readOctoprint } from './octoprint.connector.js';
import { prusalink, readPrusalink } from './prusalink.connector.js';
import { reportInput } from '../report/report-input.js';

const INTEGRATION = { id: '0190a6e2-7c1d-7b3a-9f00-000000000001', name: 'Host', config: {} };
const NOW = new Date('2026-03-10T12:00:00Z');

describe('the payloads of machine hosts', () => {
  it('are read with OctoPrint’s own event names and with those of the plugin', () => {
    const failed = (reason: string) => readOctoprint({ topic: 'PrintFailed', extra: { name: 'a.gcode', reason } }, NOW);
    expect(failed('cancelled')).toMatchObject({ report: { state: 'cancelled' } });
    expect(failed('error')).toMatchObject({ report: { state: 'failed', reason: 'error' } });
    expect(readOctoprint({ topic: 'Print Paused' }, NOW)).toEqual({ report: { state: 'paused' } });
    expect(readOctoprint({ topic: 'Test' }, NOW)).toContain('Test');
  });

  it('are read from plain text if Moonraker sends no more, whatever the name of the file', () => {
    const read = (message: string) => readMoonraker({ message });
    expect(read("Your printer started printing 'cancelled_error.gcode'")).toEqual({
      report: { state: 'printing', print_id: 'file:cancelled_error.gcode' },
    });
    expect(read('{"state": "complete", "filename": "a/b.gcode", "filament_used": 1234.5}')).toEqual({
      report: { state: 'completed', print_id: 'file:b.gcode', filament_used_mm: 1_234.5 },
    });
    expect(read('Hello')).toEqual(expect.any(String));
  });

  it('are merged with the known state if they contain only changes', () => {
    const update = { print_stats: { filament_used: 512.25 }, virtual_sdcard: { progress: 0.42 } };
    expect(readMoonraker({ method: 'notify_status_update', params: [update, 1.5] })).toEqual({
      report: { filament_used_mm: 512.25, progress: 0.42 },
    });
  });

  it('convert the percentages and seconds of Prusa', () => {
    expect(
      readPrusalink({ printer: { state: 'PRINTING' }, job: { id: 7, progress: 37, time_remaining: 60 } }, NOW),
    ).toEqual({
      report: { state: 'printing', print_id: 'prusalink:7', progress: 0.37, eta: '2026-03-10T12:01:00.000Z' },
    });
    expect(readPrusalink({ printer: { state: 'FINISHED' } }, NOW)).toEqual({ report: { state: 'completed' } });
    expect(readPrusalink({ printer: { state: 'DANCING' } }, NOW)).toContain('DANCING');
  });
});

describe('a payload whose fields are not as documented', () => {
  /** The result of a connector for a body. */
  const translated = (connector: AnyConnector, payload: object) => {
    const hit = { payload, now: NOW, headers: {}, rawBody: new Uint8Array(), integration: INTEGRATION };
    return connector.translate(hit as never);
  };

  it.each([
    [
      octoprint,
      { topic: 'Print Progress', extra: { name: 'a.gcode' }, progress: { completion: 50, printTimeLeft: '' } },
      { report: { state: 'printing', print_id: 'file:a.gcode', progress: 0.5 } },
    ],
    [
      octoprint,
      { topic: 'Print Done', extra: 'none', job: { file: null, filament: { tool0: { length: 'long' } } }, state: 5 },
      { report: { state: 'completed' } },
    ],
    [moonraker, { state: 'printing', filename: 7, filament_used: '', message: [] }, { report: { state: 'printing' } }],
    [
      moonraker,
      { method: 'notify_history_changed', params: [{ job: { status: 'completed', filename: 7 } }] },
      { report: { state: 'completed' } },
    ],
    [
      prusalink,
      { printer: { state: 'PRINTING' }, job: { id: '7', progress: '', time_remaining: '' } },
      { report: { state: 'printing' } },
    ],
    [bambu, { print: { gcode_state: 'RUNNING', mc_percent: '', gcode_file: 3 } }, { report: { state: 'printing' } }],
    [
      fdmMonster,
      { status: 'PRINTING', fileName: 'a.gcode', progress: '' },
      { report: { state: 'printing', print_id: 'file:a.gcode' } },
    ],
    [obico, { event: 'PrintDone', is_warning: '', print: 'none' }, { report: { state: 'completed' } }],
  ] as readonly (readonly [AnyConnector, object, object])[])(
    'of $id is accepted if the field is not needed',
    (connector, payload, signal) => {
      expect(translated(connector, payload)).toMatchObject({ signal });
    },
  );

  it.each([octoprint, moonraker, prusalink, bambu, fdmMonster, obico] as readonly AnyConnector[])(
    'of $id is ignored if it contains nothing known',
    (connector) => {
      expect(translated(connector, { topic: 5, state: [], status: 3, event: {}, print: 0, job: '' })).toEqual({
        ignored: expect.any(String),
      });
    },
  );

  it('shows no secret of the host in the event of the delivery', () => {
    expect(translated(octoprint, { topic: 'Print Paused', apiSecret: 'abc' })).toMatchObject({
      type: 'Print Paused',
      body: { topic: 'Print Paused' },
    });
    expect(JSON.stringify(translated(octoprint, { topic: 'Print Paused', apiSecret: 'abc' }))).not.toContain('abc');
  });
});

describe('the responses of Moonraker', () => {
  const printer = (flags: object, text = 'Operational') => ({ temperature: {}, state: { text, flags } });

  it('about the printer are read like those of OctoPrint', () => {
    expect(
      [
        printer({ operational: true, printing: false }),
        printer({ operational: true, printing: true }, 'Printing'),
        printer({ paused: true }, 'Paused'),
        printer({ error: true }, 'Error'),
      ].map((body) => readMoonraker(body)),
    ).toEqual(['idle', 'printing', 'paused', 'error'].map((state) => ({ report: { state } })));
  });

  it('about printer objects are read from `result` or directly', () => {
    const status = { print_stats: { state: 'printing', filename: 'a.gcode' }, virtual_sdcard: { progress: 0.5 } };
    const report = { state: 'printing', print_id: 'file:a.gcode', progress: 0.5 };
    expect([{ result: { eventtime: 1.5, status } }, { status }, status].map((body) => readMoonraker(body))).toEqual(
      Array(3).fill({ report }),
    );
  });

  it('about Klipper are an error if it is down, and contain no print if it is ready', () => {
    expect(readMoonraker({ result: { state: 'shutdown', state_message: 'MCU lost' } })).toEqual({
      report: { state: 'error', error: 'MCU lost' },
    });
    expect(readMoonraker({ result: { state: 'ready', state_message: 'Printer is ready' } })).toEqual(
      expect.any(String),
    );
  });
});

describe('the responses of FDM Monster', () => {
  it('about a print job give the state of its printer, which is offline if the state is unknown', () => {
    const read = (status: string, more = {}) =>
      readFdmMonster({ status, fileName: 'clip.gcode', progress: 42, ...more });
    const print = { print_id: 'file:clip.gcode', progress: 0.42 };
    expect(['STARTING', 'PRINTING', 'PAUSED', 'CANCELLED'].map((status) => read(status))).toEqual(
      ['sending', 'printing', 'paused', 'cancelled'].map((state) => ({ report: { state, ...print } })),
    );
    expect(read('COMPLETED')).toEqual({ report: { state: 'completed', print_id: 'file:clip.gcode' } });
    expect(read('FAILED', { statusReason: 'Thermal runaway' })).toEqual({
      report: { state: 'failed', ...print, reason: 'error', error: 'Thermal runaway' },
    });
    expect(read('UNKNOWN')).toEqual({ report: { state: 'offline' } });
    expect([read('QUEUED'), read('toString'), readFdmMonster({})]).toEqual(Array(3).fill(expect.any(String)));
  });
});

describe('the messages of a Bambu printer', () => {
  it('about an unsuccessful print distinguish cancelled from failed', () => {
    const ended = (print_error: number) =>
      readBambu({ print: { gcode_state: 'FAILED', gcode_file: 'a.3mf', mc_percent: 40, print_error } }, NOW);
    expect(ended(0x0300_400c)).toEqual({ report: { state: 'cancelled', reason: 'cancelled', progress: 0.4 } });
    expect(ended(0x0300_8000)).toEqual({ report: { state: 'failed', reason: 'error', progress: 0.4 } });
    expect(readBambu({ print: { gcode_state: 'DANCING' } }, NOW)).toContain('DANCING');
    expect(readBambu({}, NOW)).toEqual(expect.any(String));
  });
});

describe('the messages about a print', () => {
  it('of OctoPrint have its file, progress and filament', () => {
    const job = { file: { name: 'clip.gcode' }, filament: { tool0: { length: 335.5 } } };
    expect(readOctoprint({ topic: 'Print Started', extra: { name: 'clip.gcode' } }, NOW)).toEqual({
      report: { state: 'printing', print_id: 'file:clip.gcode' },
    });
    expect(readOctoprint({ topic: 'Print Done', job, extra: { name: 'clip.gcode' } }, NOW)).toMatchObject({
      report: { state: 'completed', print_id: 'file:clip.gcode' },
    });
    expect(readOctoprint({ state: 'Printing', job, progress: { completion: 25 } } as never, NOW)).toMatchObject({
      report: { state: 'printing', print_id: 'file:clip.gcode', progress: 0.25 },
    });
  });

  it('of Moonraker have the state and the filament of each moment', () => {
    const readingOf = (state: string) => readMoonraker({ state, filename: 'clip.gcode', filament_used: 20.5 } as never);
    expect(['printing', 'paused', 'complete', 'standby'].map(readingOf)).toMatchObject(
      ['printing', 'paused', 'completed', 'idle'].map((state) => ({ report: { state } })),
    );
  });

  it('of Bambu contain only what has changed', () => {
    const readingOf = (print: object) => readBambu({ print }, NOW);
    expect(readingOf({ gcode_state: 'RUNNING', mc_percent: 0 })).toEqual({
      report: { state: 'printing', progress: 0 },
    });
    expect(readingOf({ mc_percent: 42, mc_remaining_time: 33 })).toEqual({
      report: { progress: 0.42, eta: '2026-03-10T12:33:00.000Z' },
    });
    expect(readingOf({ wifi_signal: '-50dBm' })).toEqual(expect.any(String));
    expect(readingOf({ gcode_state: 'FINISH' })).toEqual({ report: { state: 'completed' } });
  });
});

describeWithData('the real payloads of machines’ hosts', 'shared/data/digifab', (folder) => {
  const load = (name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as never;

  it('of OctoPrint', () => {
    expect(readOctoprint(load('octoprint_webhook_print_started'), NOW)).toEqual({
      report: { state: 'printing', print_id: 'file:DarwinKeycap.gcode' },
    });
    expect(readOctoprint(load('octoprint_webhook_print_done'), NOW)).toEqual({
      report: { state: 'completed', print_id: 'file:DarwinKeycap.gcode', filament_used_mm: 335.8269600000015 },
    });
    expect(readOctoprint(load('octoprint_webhook_default'), NOW)).toEqual({
      report: { state: 'printing', print_id: 'file:myFile.gcode', progress: 0.5 },
    });
    expect(readOctoprint(load('octoprint_api_job_printing'), NOW)).toMatchObject({
      report: { state: 'printing', print_id: 'file:whistle_v2.gcode', progress: 337_942 / 1_468_987 },
    });
    expect(readOctoprint(load('octoprint_api_printer'), NOW)).toEqual({ report: { state: 'idle' } });
  });

  it('of Moonraker', () => {
    expect(readMoonraker(load('moonraker_apprise_json_complete'))).toEqual({
      report: { state: 'completed', print_id: 'file:calicat_0.3mm_PLA_MK3S_33m.gcode' },
    });
    const states = load('moonraker_print_stats_sequence') as readonly never[];
    expect(states.map((one) => readMoonraker(one))).toMatchObject(
      ['printing', 'paused', 'printing', 'completed'].map((state) => ({
        report: { state, filament_used_mm: 20.09796999999998 },
      })),
    );
    expect(readMoonraker(load('moonraker_print_stats_standby'))).toEqual({ report: { state: 'idle' } });
    expect(readMoonraker(load('moonraker_notify_history_added'))).toMatchObject({ report: { state: 'printing' } });
    expect(readMoonraker(load('moonraker_notify_klippy_shutdown'))).toMatchObject({ report: { state: 'error' } });
    expect(readMoonraker(load('moonraker_notify_status_update'))).toEqual(expect.any(String));
  });

  it('of PrusaLink', () => {
    expect(readPrusalink(load('prusalink_status_printing'), NOW)).toMatchObject({
      report: { state: 'printing', print_id: 'prusalink:129', progress: 0.37 },
    });
    expect(readPrusalink(load('prusalink_job_printing'), NOW)).toMatchObject({
      report: { state: 'printing', print_id: 'prusalink:129', progress: 0.37 },
    });
  });

  it('of Bambu, each with only what has changed', () => {
    const deltas = load('bambu_mqtt_p1_delta_sequence') as readonly never[];
    expect(deltas.map((one) => readBambu(one, NOW))).toEqual([
      { report: { state: 'printing', progress: 0 } },
      { report: { state: 'printing', print_id: 'file:benchy.3mf' } },
      { report: { progress: 0.42, eta: '2026-03-10T12:33:00.000Z' } },
      'The payload has no change of the print.',
      { report: { state: 'completed' } },
    ]);
    expect(readBambu(load('bambu_mqtt_push_status_full'), NOW)).toEqual({ report: { state: 'idle' } });
  });

  it('of other types, or in other formats, are ignored', () => {
    expect(readOctoprint(load('octoprint_webhook_template_slack'), NOW)).toEqual(expect.any(String));
    expect(readOctoprint(load('octoprint_webhook_template_dotnotation'), NOW)).toEqual(expect.any(String));
    expect(readMoonraker(load('moonraker_notifiers_list'))).toEqual(expect.any(String));
    expect(readBambu(load('bambu_cloud_user_bind'), NOW)).toEqual(expect.any(String));
    expect(readPrusalink(load('octoeverywhere_gadget_warning'), NOW)).toEqual(expect.any(String));
  });

  it('of Obico', () => {
    expect(readObico(load('obico_failure_warning'))).toEqual({ failure: { score: 0.75, source: 'obico' } });
    expect(readObico(load('obico_print_done'))).toEqual({
      report: { state: 'completed', print_id: 'file:bracket_v3_0.2mm_PETG.gcode' },
    });
    expect(readObico(load('obico_test_event'))).toEqual(expect.any(String));
  });

  it('become reports that the module accepts', () => {
    const reading = readOctoprint(load('octoprint_webhook_print_done'), NOW);
    expect(validate(reportInput, (reading as { report: unknown }).report)).toEqual([]);
    expect(octoprint.id).toBe('octoprint');
  });
});
