/**
 * The key that titles are sorted by, which the program makes. A program of an earlier version writes titles without it, and changes titles of
 * records that have one: such keys are made later.
 */
export const titleKeys = `
alter table record add column title_key text;

create function record_forget_title_key() returns trigger language plpgsql as $$
begin
  new.title_key := null;
  return new;
end
$$;

create trigger record_title_changed before update of title on record for each row
  when (new.title is distinct from old.title and new.title_key is not distinct from old.title_key)
  execute function record_forget_title_key();
`;
