import { pagePaths, type UiKind } from '@cubit/web-client';
import type { Job } from '@cubit/web-contract';
import { Banner, Button, ConfirmDialog, EmptyState, ErrorState, LinkButton, Progress, Skeleton } from '@cubit/web-kit';
import { Checkbox, FileDrop } from '@cubit/web-kit/forms';
import { useBlocker } from '@tanstack/react-router';
import { Page } from '../app/Page.js';
import { refusalText } from '../app/refusal.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CheckReport } from './CheckReport.js';
import type { LinkedFile } from './bad-rows.js';
import type { ImportResult, ImportTarget } from './import-types.js';
import { KeyChoice } from './KeyChoice.js';
import { MissingFields } from './MissingFields.js';
import { MappingTable } from './MappingTable.js';
import { sourceOf } from './run-import.js';
import { sampleFile } from './sample-file.js';
import { StyleChoices } from './StyleChoices.js';
import { TakeBack } from './TakeBack.js';
import type { TitleOf } from './target-words.js';
import { type Imported, useImport } from './use-import.js';
import { countWords, valueWords, warningWords, WarningsTable } from './WarningsTable.js';
import styles from './ImportPage.module.css';

/** Imports a file: choose it, see where its columns go, check it, correct what is wrong, import. */
export function ImportPage({ kind }: { readonly kind: UiKind }) {
  const title = `Import ${kind.plural.toLowerCase()}`;
  return (
    <Page title={title}>
      {kind.can.create ? (
        <ImportSteps kind={kind} />
      ) : (
        <EmptyState icon="lock" title="You may not import here">
          Viewers read only. An admin of the workspace can make you a member.
        </EmptyState>
      )}
    </Page>
  );
}

function ImportSteps({ kind }: { readonly kind: UiKind }) {
  const steps = useImport(kind);
  const { source, preview, importing, checking, correcting } = steps;
  if (importing.data)
    return <Done kind={kind} titleOf={steps.titleOf} {...importing.data} onNext={() => steps.choose(undefined)} />;
  const error = [importing.error, correcting.error, checking.error].find((each) => each !== null);
  const running = importing.isPending || correcting.isPending || checking.isPending;
  return (
    <div className={styles.steps}>
      <ChooseFile kind={kind} name={source?.name} onFile={(file) => steps.choose(sourceOf(file))} />
      {preview.error && (
        <ErrorState
          error={preview.error}
          message={refusalText(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
      {source && preview.isFetching && !preview.data && <Skeleton shape="rows" count={5} />}
      {source && preview.data && (
        <>
          {preview.data.reading === 'exact' && (
            <p className={styles.note}>The file is an export of Cubit: its values are taken as they are.</p>
          )}
          <MappingTable
            preview={preview.data}
            mapping={steps.mapping}
            onMap={(column, field) => steps.change({ changed: { ...steps.changed, [column]: field } })}
          />
          <MissingFields kind={kind} preview={preview.data} mapping={steps.mapping} titleOf={steps.titleOf} />
          <KeyChoice kind={kind} options={steps.keys} value={steps.key} onChange={(key) => steps.change({ key })} />
          <StyleChoices preview={preview.data} style={steps.style} onChange={(style) => steps.change({ style })} />
          <MissingRecords targets={preview.data.targets} steps={steps} />
          {error && <ErrorState error={error} message={refusalText(error)} />}
          {steps.check && (
            <CheckReport titleOf={steps.titleOf} check={steps.check} mapping={steps.mapping} onEdit={steps.edit} />
          )}
          {running && <JobProgress job={steps.job} verb={importing.isPending ? 'Importing' : 'Checking'} />}
          <Buttons steps={steps} running={running} />
          <AskBeforeLeaving name={source.name} isUnsent={steps.isUnsent} />
        </>
      )}
    </div>
  );
}

/** A file cannot be kept for later, so what was set and corrected for it cannot either. */
function AskBeforeLeaving({ name, isUnsent }: { readonly name: string; readonly isUnsent: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsent && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsent,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      title="Leave this import?"
      confirm="Leave"
      danger
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
    >
      {`Nothing of ${name} is imported yet. What you set and corrected here is lost.`}
    </ConfirmDialog>
  );
}

type Steps = ReturnType<typeof useImport>;

function Buttons({ steps, running }: { readonly steps: Steps; readonly running: boolean }) {
  const { source, check, checking, correcting, importing } = steps;
  if (!source) return null;
  const bad = check?.bad.rows.length ?? 0;
  const unclear = check?.result.columns.find(({ value }) => value === null);
  const good = check ? check.result.rows - check.result.skipped - bad : 0;
  return (
    <div className={styles.buttons}>
      {!check && (
        <Button variant="primary" icon="list-checks" pending={running} onPress={() => checking.mutate(source)}>
          Check
        </Button>
      )}
      {check && bad > 0 && (
        <Button icon="list-checks" pending={correcting.isPending} onPress={() => correcting.mutate(check)}>
          Check again
        </Button>
      )}
      {check && (
        <Button
          variant="primary"
          icon="upload"
          // It follows the button that was pressed.
          autoFocus={bad === 0}
          pending={importing.isPending}
          disabledReason={reasonOf(good, unclear?.column)}
          onPress={() => importing.mutate({ file: source, checked: check })}
        >
          {`Import ${good} ${good === 1 ? 'row' : 'rows'}`}
        </Button>
      )}
    </div>
  );
}

function reasonOf(good: number, unclear: string | undefined): string | undefined {
  if (good === 0) return 'No row can be imported yet.';
  return unclear === undefined ? undefined : `Choose how ${unclear} is read first.`;
}

interface ChooseFileProps {
  readonly kind: UiKind;
  readonly name: string | undefined;
  readonly onFile: (file: File) => void;
}

function ChooseFile({ kind, name, onFile }: ChooseFileProps) {
  const sample = `data:text/csv;charset=utf-8,${encodeURIComponent(sampleFile(kind))}`;
  return (
    <div className={styles.choose}>
      <FileDrop
        label="File"
        accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.xml"
        prompt={name ?? 'Choose a table or drop it here: CSV, TSV, Excel, JSON'}
        onFiles={([file]) => file && onFile(file)}
      />
      <div>
        <LinkButton href={sample} download={`${kind.name}-sample.csv`} icon="download" variant="quiet">
          Download a sample file
        </LinkButton>
      </div>
    </div>
  );
}

/** Rows may name records that do not exist: of which kinds they are created. */
function MissingRecords({ targets, steps }: { readonly targets: readonly ImportTarget[]; readonly steps: Steps }) {
  const { kind: kindOf } = useWorkspace();
  const mapped = new Set(Object.values(steps.mapping));
  const names = new Set(
    targets.flatMap(({ name, kind, field }) => {
      const schema = kindOf(kind ?? '')?.fields.find((each) => each.name === field)?.schema;
      const of = mapped.has(name) ? schema?.['x-kind'] : undefined;
      return typeof of === 'string' && kindOf(of)?.can.create === true ? [of] : [];
    }),
  );
  return [...names].map((id) => {
    const { name = id, plural = id } = kindOf(id) ?? {};
    const on = steps.createMissing.includes(name);
    return (
      <Checkbox
        key={id}
        label={`Create ${plural.toLowerCase()} that rows name and that do not exist`}
        value={on}
        onChange={(next) =>
          steps.change({
            createMissing: next
              ? [...steps.createMissing, name]
              : steps.createMissing.filter((other) => other !== name),
          })
        }
      />
    );
  });
}

function JobProgress({ job, verb }: { readonly job: Job | undefined; readonly verb: string }) {
  const { done = 0, total = null } = job?.progress ?? {};
  const value = total === null || total === 0 ? undefined : done / total;
  return (
    <div className={styles.progress} aria-busy="true">
      <Progress label={verb} value={value} showValue />
      <p className={styles.note}>{`${verb}: ${done} rows. The work goes on when you leave this page.`}</p>
    </div>
  );
}

interface DoneProps extends Imported {
  readonly kind: UiKind;
  readonly titleOf: TitleOf;
  readonly onNext: () => void;
}

function Done({ kind, titleOf, result, jobs, leftOut, onNext }: DoneProps) {
  const { slug } = useWorkspace();
  const { created, updated, unchanged, rejected, values, warnings } = result;
  const counts = [
    [created, 'created'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [rejected, 'left out'],
  ] as const;
  return (
    <div className={styles.steps}>
      <Banner tone={rejected > 0 || warnings.count > 0 ? 'warn' : 'ok'}>
        {`Imported: ${countWords(counts)}.${warningWords(warnings)}${valueWords(values)}`}
      </Banner>
      {warnings.count > 0 && <WarningsTable titleOf={titleOf} warnings={warnings} />}
      <LeftOut result={result} file={leftOut} />
      {jobs.length > 0 && <TakeBack imports={jobs} />}
      <div className={styles.buttons}>
        <Button icon="upload" onPress={onNext}>
          Import another file
        </Button>
        <LinkButton variant="primary" href={`${pagePaths.kind(slug, kind.id)}?sort=-created_at`}>
          {`Show ${kind.plural.toLowerCase()}`}
        </LinkButton>
      </div>
    </div>
  );
}

/** The rows that were not imported, to be corrected and imported again. */
function LeftOut({ result, file }: { readonly result: ImportResult; readonly file: LinkedFile | null }) {
  const { path } = useWorkspace();
  if (result.rejected === 0 || (!file && result.rejects === null)) return null;
  return (
    <div>
      <LinkButton
        href={file?.href ?? `/api/v1${path(`/files/${result.rejects}/content`)}`}
        download={file?.name ?? true}
        icon="download"
      >
        Download the rows that were left out
      </LinkButton>
    </div>
  );
}
