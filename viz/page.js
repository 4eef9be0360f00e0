"use strict";
(() => {
	const body = document.body, footer = document.getElementById("history");
	const colours = 6;
	const intro = footer.textContent;

	// What has a key, and what is linked to it, by pane (the columns of one compile): made
	// when first needed.
	const indexes = new Map();
	function index(pane) {
		let ix = indexes.get(pane);
		if (ix) return ix;
		ix = { keys: new Map(), links: new Map() };
		const put = (map, key, e) => {
			const list = map.get(key);
			if (list) list.push(e); else map.set(key, [e]);
		};
		for (const e of pane.querySelectorAll("[data-k],[data-o]")) {
			if (e.dataset.k) put(ix.keys, e.dataset.k, e);
			if (e.dataset.o) for (const k of e.dataset.o.split(" ")) put(ix.links, k, e);
		}
		indexes.set(pane, ix);
		return ix;
	}

	function paint(ix, key, colour, on) {
		for (const e of ix.keys.get(key) || []) e.classList.toggle("h" + colour, on);
		for (const e of ix.links.get(key) || []) e.classList.toggle("linked", on);
	}

	// Scrolls each column to where it first has the key, unless that can be seen.
	function reveal(ix, key, clicked) {
		const here = clicked && clicked.closest("article"), seen = new Set([here]);
		for (const e of ix.keys.get(key) || []) {
			const column = e.closest("article");
			if (seen.has(column) || !e.closest(".lines")) continue;
			seen.add(column);
			if (column.classList.contains("folded")) continue;
			const box = column.querySelector(".body"), b = box.getBoundingClientRect(), r = e.getBoundingClientRect();
			if (r.height && (r.top < b.top || r.bottom > b.bottom)) box.scrollTop += r.top - b.top - b.height / 2;
		}
	}

	// What the columns say of a key, in order.
	function tell(ix, key) {
		footer.textContent = "";
		const name = document.createElement("b");
		const named = (ix.keys.get(key) || []).find((e) => e.matches("a"));
		const own = (ix.keys.get(key) || []).find((e) => e.closest("article.guest"));
		name.textContent = named ? named.textContent : own ? own.textContent.trim() : key;
		footer.append(name);
		let columns = 0;
		const told = new Set();
		for (const e of ix.keys.get(key) || []) {
			const column = e.closest("article");
			if (!told.has(column)) { told.add(column); columns++; }
			if (!e.matches("p") || !e.title) continue;
			const where = document.createElement("i");
			where.textContent = "  " + column.dataset.name + ": ";
			footer.append(where, e.title.replaceAll("\n", "; "));
		}
		footer.append("  (in " + columns + (columns === 1 ? " column)" : " columns)"));
	}

	// What is lit, by section: the panes with the key, and the colour.
	const lit = new Map();
	function light(section, id, on) {
		const { panes, key, colour } = lit.get(section).get(id);
		for (const p of panes) paint(index(p), key, colour, on);
	}
	function put(section, id) {
		light(section, id, false);
		lit.get(section).delete(id);
		// Keys that stay may share links with the one that went.
		for (const k of lit.get(section).keys()) light(section, k, true);
		if (lit.get(section).size === 0) footer.textContent = intro;
	}

	// Two panes of a section are of one input: what was there before the first pass is the
	// same in both.
	function shared(pane, key) {
		return (index(pane).keys.get(key) || []).some((e) => e.closest("article.guest, article.uops, article.ir"));
	}

	function choose(pane, key, clicked) {
		const section = pane.closest("section.compile"), all = [...section.querySelectorAll("main")];
		const panes = shared(pane, key) ? all.filter((p) => shared(p, key)) : [pane];
		const id = panes.length === all.length ? key : all.indexOf(pane) + " " + key;
		if (!lit.has(section)) lit.set(section, new Map());
		const chosen = lit.get(section);
		if (chosen.has(id)) return put(section, id);
		const used = new Set([...chosen.values()].map((c) => c.colour));
		let colour = 0;
		while (colour < colours && used.has(colour)) colour++;
		if (colour === colours) {
			const [oldest, c] = chosen.entries().next().value;
			colour = c.colour;
			put(section, oldest);
		}
		chosen.set(id, { panes, key, colour });
		light(section, id, true);
		for (const p of panes) reveal(index(p), key, clicked);
		tell(index(pane), key);
	}

	function clear() {
		for (const [section, chosen] of lit) for (const id of [...chosen.keys()]) put(section, id);
		footer.textContent = intro;
	}

	// Shows the names of the text form, or ids again.
	function rename() {
		for (const a of document.querySelectorAll("a[data-n]")) [a.textContent, a.dataset.n] = [a.dataset.n, a.textContent];
		document.getElementById("names").classList.toggle("off");
	}

	function fold(column) {
		column.classList.toggle("folded");
	}

	function hide(name) {
		body.classList.toggle("no" + name);
		document.getElementById(name).classList.toggle("off", body.classList.contains("no" + name));
	}

	// Marks the lines of the page that have a text, and goes to the next ones.
	const search = document.getElementById("search"), found = document.getElementById("found");
	let matches = [], next = -1;
	function find() {
		for (const e of matches) e.classList.remove("found", "here");
		const text = search.value.toLowerCase();
		const section = document.querySelector("section.compile:not([hidden])");
		matches = text ? [...section.querySelectorAll(".lines p")].filter((e) => e.textContent.toLowerCase().includes(text)) : [];
		for (const e of matches) e.classList.add("found");
		next = -1;
		found.textContent = text ? matches.length + (matches.length === 1 ? " line" : " lines") : "";
	}
	function go(step) {
		if (matches.length === 0) return;
		if (next >= 0) matches[next].classList.remove("here");
		next = (next + step + matches.length) % matches.length;
		const e = matches[next], column = e.closest("article");
		column.classList.remove("folded");
		e.classList.add("here");
		e.scrollIntoView({ block: "center", inline: "nearest" });
		found.textContent = next + 1 + " of " + matches.length;
	}
	search.oninput = find;
	search.onkeydown = (ev) => {
		if (ev.key === "Enter") go(ev.shiftKey ? -1 : 1);
		if (ev.key === "Escape") { search.value = ""; find(); search.blur(); }
		ev.stopPropagation();
	};

	const actions = {
		"/": () => search.focus(), l: () => hide("long"),
		s: () => hide("states"), r: () => hide("remarks"), h: () => hide("heat"), g: () => hide("graphs"), f: () => hide("folds"), n: rename, Escape: clear,
	};
	document.getElementById("states").onclick = actions.s;
	document.getElementById("graphs").onclick = actions.g;
	document.getElementById("folds").onclick = actions.f;
	document.getElementById("heat").onclick = actions.h;
	document.getElementById("remarks").onclick = actions.r;
	document.getElementById("remarks").hidden = !document.querySelector(".lines p.remark");
	document.getElementById("heat").hidden = !document.querySelector(".lines p[data-h]");
	document.getElementById("names").onclick = actions.n;
	document.getElementById("clear").onclick = clear;
	document.getElementById("long").onclick = actions.l;
	document.getElementById("names").classList.add("off");
	hide("long");

	document.addEventListener("click", (ev) => {
		const head = ev.target.closest("article h2");
		if (head) return fold(head.parentElement);
		const e = ev.target.closest("[data-k]"), pane = e && e.closest("main");
		if (pane && getSelection().isCollapsed) choose(pane, e.dataset.k, e);
	});
	document.addEventListener("keydown", (ev) => {
		const at = ev.target instanceof Element ? ev.target : body;
		if (ev.ctrlKey || ev.metaKey || ev.altKey || at.matches("select")) return;
		if (ev.key === "Enter" && at.matches("article h2")) return fold(at.parentElement);
		const act = actions[ev.key];
		if (act) { ev.preventDefault(); act(); }
	});

	const list = document.getElementById("compile");
	if (list) list.onchange = () => {
		for (const s of document.querySelectorAll("section.compile")) s.hidden = s.id !== list.value;
		find();
	};
})();
