import React, { useState } from 'react';

export default function View({ items, onClose }) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return (
    <Layout.Main title="x">
      <Header onClick={() => onClose(1)} />
      {items.map((item) => <Item key={item.id} {...item}>{format(item)}</Item>)}
      <div className="plain"><b /> </div>
      <>
        <svg:path />
      </>
    </Layout.Main>
  );
}

export const Row = React.memo(({ cells }) => <tr>{cells}</tr>);
const Fancy = React.forwardRef(function Fancy(props, ref) { return <input ref={ref} />; });
class Old extends React.Component {
  state = { a: 1 };
  render() { return <Row cells={this.props.cells} />; }
}
