import { Select } from '@cubit/web-kit/forms';
import { useSearchParams, useSetSearch } from '@cubit/web-records';
import styles from './parts.module.css';

interface StateFilterProps {
  readonly choices: readonly { readonly id: string; readonly title: string }[];
}

/** Selects the `state` of the address, by which a list is filtered. */
export function StateFilter({ choices }: StateFilterProps) {
  const { state } = useSearchParams();
  const setSearch = useSetSearch();
  return (
    <div className={styles.filters}>
      <Select
        label="State"
        compact
        placeholder="All"
        value={state}
        choices={choices}
        onChange={(id) => setSearch({ state: id })}
      />
    </div>
  );
}
