// Hides the cases and the rows of the matrix that the choices leave out. Without a script all of them are there.
const form = document.querySelector('form');
form.hidden = false;
const values = (name) => new Set([...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value));
const show = () => {
  const [kinds, levels] = [values('kind'), values('level')];
  const differ = form.differ.checked;
  let shown = 0;
  for (const part of document.querySelectorAll('[data-kind]')) {
    part.hidden = !kinds.has(part.dataset.kind) || !levels.has(part.dataset.level) || (differ && part.dataset.differ !== '1');
    if (!part.hidden && part.localName === 'details') shown += 1;
  }
  document.querySelector('output').textContent = `${shown} cases`;
};
form.addEventListener('change', show);
const open = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part?.localName !== 'details') return;
  part.hidden = false;
  part.open = true;
  part.scrollIntoView();
};
addEventListener('hashchange', open);
show();
open();
