import { type KeyboardEvent, useRef, useState } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../icon/Icon.js';
import { OptionList } from './OptionList.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import { type Option, type OptionsState, useOptions } from './use-options.js';
import overlay from '../overlays/overlay.module.css';
import styles from './control.module.css';

export interface ComboBoxProps extends FieldProps {
  readonly value: Option | undefined;
  readonly onChange: (value: Option | undefined) => void;
  /** Finds options; called with an empty text when the list opens. */
  readonly load: (query: string, signal: AbortSignal) => Promise<readonly Option[]>;
  readonly placeholder?: string;
  /** Offers "Create <text>" below what was found. */
  readonly onCreate?: (text: string) => void;
}

const CREATE = 'create';

/** Finds one of many by typing: pickers of records and people. */
export function ComboBox(props: ComboBoxProps) {
  const { value, onChange } = props;
  const ids = useField(props);
  const ref = useRef<HTMLDivElement>(null);
  const list = useList(props);
  const listId = `${ids.control.id}-list`;
  return (
    <FieldFrame ids={ids} {...props}>
      <div ref={ref} className={styles.control}>
        {value?.icon !== undefined && list.query === undefined && <Icon name={value.icon} />}
        <input
          {...ids.control}
          className={styles.input}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={list.open}
          aria-controls={list.open ? listId : undefined}
          aria-activedescendant={list.open && list.active !== undefined ? `${listId}-${list.active}` : undefined}
          aria-busy={list.loading || undefined}
          value={list.query ?? value?.title ?? ''}
          placeholder={props.placeholder}
          readOnly={props.readOnly}
          onChange={(event) => list.type(event.target.value)}
          onClick={() => list.setOpen(true)}
          onKeyDown={list.onKeyDown}
          onBlur={() => {
            list.leave();
            props.onBlur?.();
          }}
        />
        {value !== undefined && props.readOnly !== true && props.disabled !== true && (
          <button
            type="button"
            className={styles.arrow}
            aria-label={`Clear ${props.label}`}
            onClick={() => onChange(undefined)}
          >
            <Icon name="x" size={14} />
          </button>
        )}
      </div>
      <Popover
        isNonModal
        triggerRef={ref}
        isOpen={list.open}
        placement="bottom start"
        offset={4}
        className={overlay.floating ?? ''}
      >
        <OptionList id={listId} label={props.label} list={list} selected={value?.id} onSelect={list.select} />
      </Popover>
    </FieldFrame>
  );
}

export interface ListState extends OptionsState {
  readonly open: boolean;
  /** Position of the option that Enter takes. */
  readonly active: number | undefined;
  readonly query: string | undefined;
}

function useList({ load, onChange, onCreate, readOnly, disabled, value }: ComboBoxProps) {
  const [query, setQuery] = useState<string>();
  const [open, setOpenState] = useState(false);
  const [active, setActive] = useState<number>();
  /** Enter was pressed before the options for the text were there. */
  const entered = useRef(false);
  const text = query?.trim() ?? '';
  const close = () => {
    setOpenState(false);
    entered.current = false;
    setQuery(undefined);
    setActive(undefined);
  };
  const select = (option: Option) => {
    close();
    if (option.id === CREATE) onCreate?.(text);
    else onChange(option);
  };
  const takeEntered = (found: readonly Option[]) => {
    if (!entered.current) return;
    entered.current = false;
    const option = found[0] ?? (onCreate && { id: CREATE, title: text });
    if (option) select(option);
  };
  const found = useOptions({ load, query: query ?? '', active: open, onFound: takeEntered });
  // What was found by another text is not what Enter takes.
  const isFound = found.foundBy === (query ?? '');
  const offersCreate =
    onCreate !== undefined && text !== '' && isFound && !found.options.some(({ title }) => title === text);
  const options = offersCreate
    ? [...found.options, { id: CREATE, title: `Create “${text}”`, icon: 'plus' as const }]
    : found.options;
  const current =
    active !== undefined && active < options.length
      ? active
      : text !== '' && isFound && options.length > 0
        ? 0
        : undefined;

  const setOpen = (next: boolean) => (next && readOnly !== true && disabled !== true ? setOpenState(true) : close());
  const type = (typed: string) => {
    setQuery(typed);
    setActive(undefined);
    entered.current = false;
    setOpen(true);
    setQuery(typed);
    if (typed === '' && value !== undefined) onChange(undefined);
  };
  const move = (by: number) => {
    const last = options.length - 1;
    if (last < 0) return;
    setActive(current === undefined ? (by > 0 ? 0 : last) : (current + by + options.length) % options.length);
  };
  const enter = (option: Option | undefined) => {
    if (option !== undefined) return () => select(option);
    if (text === '' || isFound) return undefined;
    return () => {
      entered.current = true;
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = current === undefined ? undefined : options[current];
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => (open ? move(1) : setOpen(true)),
      ArrowUp: () => (open ? move(-1) : setOpen(true)),
      Enter: open ? enter(option) : undefined,
      Escape: open ? close : undefined,
    };
    const act = acts[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  // What Enter is to take is waited for.
  const leave = () => {
    if (!entered.current) close();
  };
  return { ...found, options, open, active: current, query, setOpen, leave, type, select, onKeyDown };
}
