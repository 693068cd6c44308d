import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isSafeToReload, preventReload, watchFields } from './reload-safety.ts';

let undo = () => {};
beforeEach(() => {
  undo = watchFields();
});
afterEach(() => {
  undo();
  document.body.replaceChildren();
});

function type(markup: string, value: string): HTMLInputElement {
  document.body.innerHTML = markup;
  const field = document.querySelector<HTMLInputElement>('input, textarea');
  if (!field) throw new Error('The markup has no field.');
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

describe('a page reloads automatically', () => {
  it('if nothing would be interrupted', () => {
    document.body.innerHTML = '<h1>Pricing</h1><form><input value="Ada" /></form><textarea> </textarea>';
    expect(isSafeToReload()).toBe(true);
  });

  it.each([
    ['a message is being written', '<textarea></textarea>'],
    ['a form is being filled in', '<form><input type="email" /></form>'],
  ])('but not while %s', (_case, markup) => {
    const field = type(markup, 'some text');
    expect(isSafeToReload()).toBe(false);
    field.value = '';
    expect(isSafeToReload()).toBe(true);
  });

  it('but not while a draft from an earlier visit is visible', () => {
    document.body.innerHTML = '<textarea>a draft</textarea>';
    expect(isSafeToReload()).toBe(false);
  });

  it('after a form was submitted or removed', () => {
    const sent = type('<form><input /></form>', 'Ada');
    sent.form?.dispatchEvent(new Event('submit', { bubbles: true }));
    expect(isSafeToReload()).toBe(true);
    type('<input />', 'Ada').remove();
    expect(isSafeToReload()).toBe(true);
  });

  it('but not while a dialog is open or a reply is streaming', () => {
    document.body.innerHTML = '<section role="dialog"></section>';
    expect(isSafeToReload()).toBe(false);
    document.body.replaceChildren();
    let isBusy = true;
    onTestFinished(preventReload(() => isBusy));
    expect(isSafeToReload()).toBe(false);
    isBusy = false;
    expect(isSafeToReload()).toBe(true);
  });
});
