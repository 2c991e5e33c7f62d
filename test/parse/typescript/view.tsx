import { memo, type FC } from 'react';

interface Props<T> extends Base { item: T; render?: (item: T) => JSX.Element }

export const List: FC<Props<string>> = ({ item, ...rest }) => {
  const handle = useCallback((event: MouseEvent<HTMLElement>) => rest.onPick?.(event), []);
  return <Panel<string> onClick={handle}><Menu.Item value={item as Value} /><b>{label(item)}</b></Panel>;
};

export const Memoised = memo(List);
export default function Page<T,>({ item }: Props<T>) {
  function renderRow(row: Row) { return <Row key={row.id} />; }
  return <List item={item} />;
}
