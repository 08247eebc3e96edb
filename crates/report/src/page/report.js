'use strict';
// Tables are sorted by their columns, and long ones are filtered. Without this script they are complete.
const value = (row, column) => row.cells[column].textContent.trim();
const number = (text) => Number.parseFloat(text.replace(/,/g, '').replace('\u2212', '-').replace(/[<>+\u2265\u2264]/g, ''));
const compare = (one, other) => {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) {
    return one.localeCompare(other, 'en');
  }
  return a - b;
};

function sort(table, column, head) {
  const isDown = head.getAttribute('aria-sort') === 'descending';
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute('aria-sort');
  }
  head.setAttribute('aria-sort', isDown ? 'ascending' : 'descending');
  const body = table.tBodies[0];
  const rest = (row) => Number(row.className === 'rest');
  const rows = [...body.rows].sort((one, other) => {
    const order = compare(value(one, column), value(other, column));
    return rest(one) - rest(other) || (isDown ? order : -order);
  });
  body.append(...rows);
}

function filter(table) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  const count = document.createElement('span');
  input.type = 'search';
  input.size = 18;
  count.setAttribute('role', 'status');
  label.append('Filter rows: ', input);
  const tool = document.createElement('p');
  tool.className = 'tool';
  tool.append(label, ' ', count);
  input.addEventListener('input', () => {
    const word = input.value.trim().toLowerCase();
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(word);
      shown += Number(!row.hidden);
    }
    count.textContent = word === '' ? '' : `${shown} of ${table.tBodies[0].rows.length}`;
  });
  const place = table.parentElement.className === 'wide' ? table.parentElement : table;
  const box = document.createElement('div');
  place.replaceWith(box);
  box.append(tool, place);
}

for (const table of document.querySelectorAll('table')) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => sort(table, column, head));
  });
  if (table.tBodies[0].rows.length > 9) {
    filter(table);
  }
}
