(() => {
  const KEY = "language";

  /** A browser may keep nothing: the choice holds for this page. */
  const stored = (work) => {
    try {
      return work(localStorage);
    } catch {
      return null;
    }
  };

  const tabsOf = (chooser) => [...chooser.querySelectorAll(":scope > [role=tablist] > [role=tab]")];

  /** A chooser without the language stays as it is. */
  const show = (chooser, language) => {
    const tabs = tabsOf(chooser);
    if (!tabs.some((tab) => tab.textContent === language)) return;
    for (const tab of tabs) {
      const isShown = tab.textContent === language;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isShown;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
  };

  /** Other choosers above may change their height: the tab stays where the reader sees it. */
  const choose = (tab) => {
    const before = tab.getBoundingClientRect().top;
    stored((storage) => storage.setItem(KEY, tab.textContent));
    for (const chooser of document.querySelectorAll("language-chooser")) show(chooser, tab.textContent);
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
    tab.focus({ preventScroll: true });
  };

  const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

  const onKey = (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.children];
    choose(tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]);
  };

  /** The last child of a chooser: by its time the others are there, and nothing is painted yet. */
  class ChooserEnd extends HTMLElement {
    connectedCallback() {
      const chooser = this.parentElement;
      const tabs = tabsOf(chooser);
      for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
      const list = tabs[0].parentElement;
      list.addEventListener("keydown", onKey);
      list.hidden = false;
      show(chooser, tabs[0].textContent);
      const language = stored((storage) => storage.getItem(KEY));
      show(chooser, language);
      this.remove();
    }
  }

  customElements.define("chooser-end", ChooserEnd);
})();
