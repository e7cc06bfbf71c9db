<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="zh_CN">
<context>
    <name>AboutSection</name>
    <message>
        <source>关于</source>
        <translation>About</translation>
    </message>
    <message>
        <source>这些内容不联网也能看</source>
        <translation>All of this can be read without a network</translation>
    </message>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>版本 {0}</source>
        <translation>Version {0}</translation>
    </message>
    <message>
        <source>运行环境</source>
        <translation>Runs on</translation>
    </message>
    <message>
        <source>快捷键一览</source>
        <translation>Keyboard shortcuts</translation>
    </message>
    <message>
        <source>许可</source>
        <translation>Licences</translation>
    </message>
</context>
<context>
    <name>AddSymptom</name>
    <message>
        <source>添加症状</source>
        <translation>Add symptom</translation>
    </message>
    <message>
        <source>添加症状：中文、拼音或首字母</source>
        <translation>Add symptom: Chinese, pinyin or initials</translation>
    </message>
    <message>
        <source>词表中的症状</source>
        <translation>Symptoms of the vocabulary</translation>
    </message>
</context>
<context>
    <name>Age</name>
    <message>
        <source>{0}岁</source>
        <translation>{0} y</translation>
    </message>
    <message>
        <source>{0}个月</source>
        <translation>{0} mo</translation>
    </message>
    <message>
        <source>{0}天</source>
        <translation>{0} d</translation>
    </message>
    <message>
        <source>约{0}</source>
        <translation>about {0}</translation>
    </message>
    <message>
        <source>不满{0}</source>
        <translation>under {0}</translation>
    </message>
    <message>
        <source>出生前</source>
        <translation>before birth</translation>
    </message>
</context>
<context>
    <name>Alike</name>
    <message>
        <source>出生未录</source>
        <translation>birth not recorded</translation>
    </message>
    <message>
        <source>就是此人</source>
        <translation>This is the one</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>病历号</source>
        <translation>Record no.</translation>
    </message>
    <message>
        <source>全部操作</source>
        <translation>All actions</translation>
    </message>
    <message>
        <source>未选择患者</source>
        <translation>No patient chosen</translation>
    </message>
    <message>
        <source>年龄未录</source>
        <translation>age not recorded</translation>
    </message>
    <message>
        <source>过敏：%1</source>
        <translation>Allergy: %1</translation>
    </message>
    <message>
        <source>初诊</source>
        <translation>First visit</translation>
    </message>
    <message>
        <source>第%1诊</source>
        <translation>Visit %1</translation>
    </message>
    <message>
        <source>距上次 %1 天</source>
        <translation>%1 days since the last</translation>
    </message>
    <message>
        <source>回到问诊</source>
        <translation>Back to intake</translation>
    </message>
    <message>
        <source>对比</source>
        <translation>Compare</translation>
    </message>
    <message>
        <source>今天已记</source>
        <translation>Recorded today</translation>
    </message>
</context>
<context>
    <name>BooleanField</name>
    <message>
        <source>是</source>
        <translation>Yes</translation>
    </message>
    <message>
        <source>否</source>
        <translation>No</translation>
    </message>
</context>
<context>
    <name>ChangeBar</name>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>修改记录</source>
        <translation>Changes</translation>
    </message>
    <message>
        <source>{0:%Y-%m-%d %H:%M} {1} 登记</source>
        <translation>Registered {0:%Y-%m-%d %H:%M} by {1}</translation>
    </message>
    <message>
        <source>与相近患者区分的理由：{0}</source>
        <translation>Why another person: {0}</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>约 {0}</source>
        <translation>about {0}</translation>
    </message>
    <message>
        <source>{0}：{1} → {2}</source>
        <translation>{0}: {1} → {2}</translation>
    </message>
</context>
<context>
    <name>ClinicSection</name>
    <message>
        <source>诊所</source>
        <translation>Clinic</translation>
    </message>
    <message>
        <source>随这家诊所保存，换一台电脑打开也一样</source>
        <translation>Kept with the clinic, on whatever computer it is opened</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>已保存。已打开的打印预览要重新打开才会用新名称。</source>
        <translation>Saved. A print preview that is open shows the new name once it is opened again.</translation>
    </message>
    <message>
        <source>文件里现在是“{0}”，没有覆盖；再按一次保存才会改成上面写的。</source>
        <translation>The file says “{0}” now and was not written over; Save once more puts in what is typed above.</translation>
    </message>
</context>
<context>
    <name>ColumnNames</name>
    <message>
        <source>症状</source>
        <translation>Symptom</translation>
    </message>
    <message>
        <source>本次&#x3000;N 无&#x3000;U 未问</source>
        <translation>This time  N no  U not asked</translation>
    </message>
    <message>
        <source>程度 1 2 3</source>
        <translation>Grade 1 2 3</translation>
    </message>
    <message>
        <source>起于</source>
        <translation>Since</translation>
    </message>
    <message>
        <source>频次</source>
        <translation>Freq.</translation>
    </message>
    <message>
        <source>患者原话</source>
        <translation>Words</translation>
    </message>
</context>
<context>
    <name>ComboField</name>
    <message>
        <source>未选</source>
        <translation>None chosen</translation>
    </message>
</context>
<context>
    <name>CompareHead</name>
    <message>
        <source>复诊对比</source>
        <translation>Comparison</translation>
    </message>
    <message>
        <source>上次就诊</source>
        <translation>Last visit</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次就诊</source>
        <translation>This visit</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>打印对比表</source>
        <translation>Print comparison</translation>
    </message>
    <message>
        <source>相隔 {days} 天</source>
        <translation>{days} days apart</translation>
    </message>
    <message>
        <source>同日两次就诊</source>
        <translation>two visits on one day</translation>
    </message>
    <message>
        <source>{0}·只并列事实，不下结论</source>
        <translation>{0} · facts side by side, no conclusion</translation>
    </message>
    <message>
        <source>打印</source>
        <translation>Print</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>复诊对比</source>
        <translation>Comparison</translation>
    </message>
    <message>
        <source>还没有选定患者，选定之后在这里对比两次就诊。</source>
        <translation>No patient chosen. Choose one to compare two visits here.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>去问诊</source>
        <translation>Go to intake</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在对比</source>
        <translation>Comparing</translation>
    </message>
</context>
<context>
    <name>ComparisonModel</name>
    <message>
        <source>只并列，不判变化</source>
        <translation>side by side, no state</translation>
    </message>
    <message>
        <source>医师改判（原判 {computed}）</source>
        <translation>Physician&apos;s choice (computed: {computed})</translation>
    </message>
    <message>
        <source>没有记录</source>
        <translation>Nothing recorded</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>程度</source>
        <translation>grade</translation>
    </message>
    <message>
        <source>数量</source>
        <translation>count</translation>
    </message>
    <message>
        <source>有无</source>
        <translation>presence</translation>
    </message>
    <message>
        <source>所述</source>
        <translation>said</translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>Contradiction</name>
    <message>
        <source>没有打开任何病历，也没有改动。请对照两边，确认要找的是谁。</source>
        <translation>No record was opened, nothing was changed. Compare both sides and confirm who is meant.</translation>
    </message>
    <message>
        <source>已核对，要找的就是 {0} {1}</source>
        <translation>Checked: {0} {1} is the one</translation>
    </message>
    <message>
        <source>返回修改</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>按姓名查找“{0}”</source>
        <translation>Find “{0}” by name</translation>
    </message>
    <message>
        <source>打开 {0} 的病历</source>
        <translation>Open the record of {0}</translation>
    </message>
    <message>
        <source>您输入的</source>
        <translation>What you typed</translation>
    </message>
    <message>
        <source>病历 {0} 里的</source>
        <translation>On record {0}</translation>
    </message>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>{0}（{1}）</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>Data</name>
    <message>
        <source>有</source>
        <translation>Yes</translation>
    </message>
    <message>
        <source>无</source>
        <translation>No</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>不详</source>
        <translation>Unknown</translation>
    </message>
    <message>
        <source>否认</source>
        <translation>Denied</translation>
    </message>
    <message>
        <source>未分级</source>
        <translation>Not graded</translation>
    </message>
    <message>
        <source>轻</source>
        <translation>Mild</translation>
    </message>
    <message>
        <source>中</source>
        <translation>Moderate</translation>
    </message>
    <message>
        <source>重</source>
        <translation>Severe</translation>
    </message>
    <message>
        <source>男</source>
        <translation>M</translation>
    </message>
    <message>
        <source>女</source>
        <translation>F</translation>
    </message>
    <message>
        <source>加重</source>
        <translation>Worse</translation>
    </message>
    <message>
        <source>减轻</source>
        <translation>Improved</translation>
    </message>
    <message>
        <source>消失</source>
        <translation>Resolved</translation>
    </message>
    <message>
        <source>无变化</source>
        <translation>Unchanged</translation>
    </message>
    <message>
        <source>新出现</source>
        <translation>New</translation>
    </message>
    <message>
        <source>再次出现</source>
        <translation>Recurred</translation>
    </message>
    <message>
        <source>首次记录</source>
        <translation>First noted</translation>
    </message>
    <message>
        <source>需核对</source>
        <translation>Review</translation>
    </message>
    <message>
        <source>不能比较</source>
        <translation>Incomparable</translation>
    </message>
    <message>
        <source>本次未记</source>
        <translation>Not recorded</translation>
    </message>
</context>
<context>
    <name>DemoBar</name>
    <message>
        <source>演示诊所：人物都是虚构的，关闭后全部删除。</source>
        <translation>Demonstration clinic: invented people, all deleted on closing.</translation>
    </message>
    <message>
        <source>离开演示</source>
        <translation>Leave demonstration</translation>
    </message>
</context>
<context>
    <name>Detail</name>
    <message>
        <source>医师改判…</source>
        <translation>Physician&apos;s choice…</translation>
    </message>
    <message>
        <source>须写理由；原判和依据保留</source>
        <translation>A reason is needed; the computed result and its basis stay</translation>
    </message>
    <message>
        <source>没有记录</source>
        <translation>Nothing recorded</translation>
    </message>
    <message>
        <source>{by} 记</source>
        <translation>recorded by {by}</translation>
    </message>
    <message>
        <source>规则 {rule}</source>
        <translation>Rule {rule}</translation>
    </message>
    <message>
        <source>医师改判为 {verdict}（原判 {computed}）：{reason}</source>
        <translation>Physician&apos;s choice: {verdict} (computed: {computed}): {reason}</translation>
    </message>
    <message>
        <source>{by}，{at}</source>
        <translation>{by}, {at}</translation>
    </message>
    <message>
        <source>改判之后计算结果已变，请复核</source>
        <translation>Computed otherwise since this choice; please review</translation>
    </message>
    <message>
        <source>患者详情</source>
        <translation>Patient</translation>
    </message>
    <message>
        <source>在左边选一位患者，这里显示登记与各次就诊。</source>
        <translation>Choose a patient on the left; details and visits show here.</translation>
    </message>
    <message>
        <source>选定此患者</source>
        <translation>Choose</translation>
    </message>
    <message>
        <source>还没有就诊记录。</source>
        <translation>No visits yet.</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>电话</source>
        <translation>Phone</translation>
    </message>
    <message>
        <source>身份证号</source>
        <translation>ID card</translation>
    </message>
    <message>
        <source>{0} 历次变化</source>
        <translation>{0} over time</translation>
    </message>
    <message>
        <source>患者原话·{by} 记</source>
        <translation>Patient&apos;s words · recorded by {by}</translation>
    </message>
    <message>
        <source>回到列表</source>
        <translation>Back to list</translation>
    </message>
    <message>
        <source>编辑</source>
        <translation>Edit</translation>
    </message>
    <message>
        <source>症状变化</source>
        <translation>Symptoms over time</translation>
    </message>
    <message>
        <source>各次就诊</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>全部 {0} 项</source>
        <translation>All {0}</translation>
    </message>
    <message>
        <source>就诊 {0} 次</source>
        <translation>{0} visits</translation>
    </message>
    <message>
        <source>年龄未录</source>
        <translation>age not recorded</translation>
    </message>
    <message>
        <source>未问留空，不连线</source>
        <translation>Not asked is left blank</translation>
    </message>
    <message>
        <source>开始复诊</source>
        <translation>Return visit</translation>
    </message>
    <message>
        <source>开始问诊</source>
        <translation>Begin visit</translation>
    </message>
    <message>
        <source>查阅</source>
        <translation>Read</translation>
    </message>
</context>
<context>
    <name>EditSheet</name>
    <message>
        <source>编辑登记：{0} {1}</source>
        <translation>Edit registration: {0} {1}</translation>
    </message>
    <message>
        <source>改动留下记录：谁、何时、从什么改成什么。已保存的病历不变。</source>
        <translation>Each change is recorded: who, when, from what to what. Saved records stay as they are.</translation>
    </message>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>不改</source>
        <translation>Leave as it is</translation>
    </message>
    <message>
        <source>{0} {1} 的登记</source>
        <translation>registration of {0} {1}</translation>
    </message>
    <message>
        <source>改成这样，就与下面的患者相近。</source>
        <translation>Changed like this, it resembles the patients below.</translation>
    </message>
    <message>
        <source>请核对。还没有保存；确实如此，再按一次保存。</source>
        <translation>Please check. Nothing is saved yet; if it is right, press Save once more.</translation>
    </message>
    <message>
        <source>核对过，保存</source>
        <translation>Checked: save</translation>
    </message>
    <message>
        <source>正在保存…</source>
        <translation>Saving…</translation>
    </message>
</context>
<context>
    <name>EntryPage</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>正在用这台电脑的密钥环打开…</source>
        <translation>Opening with this computer&apos;s keyring…</translation>
    </message>
    <message>
        <source>诊所已锁定，请输入口令继续。</source>
        <translation>The clinic is locked. Enter the passphrase to go on.</translation>
    </message>
    <message>
        <source>已锁定</source>
        <translation>Locked</translation>
    </message>
    <message>
        <source>打开诊所</source>
        <translation>Open the clinic</translation>
    </message>
    <message>
        <source>English</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>请输入口令继续。</source>
        <translation>Enter the passphrase to go on.</translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message>
        <source>未签 {0}</source>
        <translation>Unsigned {0}</translation>
    </message>
    <message>
        <source>草稿 {0}</source>
        <translation>Drafts {0}</translation>
    </message>
    <message>
        <source>最近患者</source>
        <translation>Recent patients</translation>
    </message>
    <message>
        <source>{0} 人</source>
        <translation>{0} people</translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>{0} 位符合</source>
        <translation>{0} fit</translation>
    </message>
    <message>
        <source>{0} 位相近</source>
        <translation>{0} similar</translation>
    </message>
    <message>
        <source>{0} 位同名</source>
        <translation>{0} of this name</translation>
    </message>
    <message>
        <source>{0} 位音近</source>
        <translation>{0} sound alike</translation>
    </message>
    <message>
        <source>病历号 {0} 不存在。</source>
        <translation>There is no record no. {0}.</translation>
    </message>
    <message>
        <source>请核对号码，或按姓名查找。</source>
        <translation>Check the number, or search by name.</translation>
    </message>
    <message>
        <source>有同名者，但性别或出生不符。</source>
        <translation>There are namesakes, but sex or birth differ.</translation>
    </message>
    <message>
        <source>没有找到“{0}”。</source>
        <translation>“{0}” was not found.</translation>
    </message>
    <message>
        <source>请核对所输入的，或新建患者。</source>
        <translation>Check what was typed, or add a new patient.</translation>
    </message>
    <message>
        <source>查找结果</source>
        <translation>Results</translation>
    </message>
    <message>
        <source>新建患者“{0}”</source>
        <translation>New patient “{0}”</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>还没有写主诉</source>
        <translation>No chief complaint yet</translation>
    </message>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>已存</source>
        <translation>Saved</translation>
    </message>
    <message>
        <source>问诊中</source>
        <translation>Writing</translation>
    </message>
    <message>
        <source>草稿</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>未就诊</source>
        <translation>No visit</translation>
    </message>
    <message>
        <source>尾号 {0}</source>
        <translation>tail {0}</translation>
    </message>
    <message>
        <source>电话未录</source>
        <translation>phone not recorded</translation>
    </message>
    <message>
        <source>不符</source>
        <translation>differs</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>按 Ctrl N 登记第一位患者。</source>
        <translation>Press Ctrl N to register the first patient.</translation>
    </message>
    <message>
        <source>今天还没有就诊。</source>
        <translation>No visits today yet.</translation>
    </message>
    <message>
        <source>输入姓名、拼音或电话，两个字即可查找。</source>
        <translation>Type a name, pinyin or phone; two characters are enough.</translation>
    </message>
</context>
<context>
    <name>FindPanel</name>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>姓名·拼音首字母·电话</source>
        <translation>Name, pinyin, phone</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>FirstRunCard</name>
    <message>
        <source>新建诊所</source>
        <translation>New clinic</translation>
    </message>
    <message>
        <source>病历只存在这台电脑上，加密保存，不需要网络。</source>
        <translation>Records stay on this computer, encrypted; no network is needed.</translation>
    </message>
    <message>
        <source>诊所名称</source>
        <translation>Clinic name</translation>
    </message>
    <message>
        <source>医师姓名</source>
        <translation>Physician&apos;s name</translation>
    </message>
    <message>
        <source>口令</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>再输入一次口令</source>
        <translation>Passphrase again</translation>
    </message>
    <message>
        <source>口令忘了，系统密钥环里的密钥又丢了，病历就再也打不开，谁也恢复不了。请把口令写下来收好。</source>
        <translation>If the passphrase is forgotten and the key in the system keyring is lost, nobody can open the records again. Write the passphrase down and keep it safe.</translation>
    </message>
    <message>
        <source>正在建立…</source>
        <translation>Setting up…</translation>
    </message>
    <message>
        <source>建立诊所</source>
        <translation>Set up clinic</translation>
    </message>
    <message>
        <source>两次输入的口令不同。</source>
        <translation>The two passphrases differ.</translation>
    </message>
    <message>
        <source>请再输入一次；可点眼睛查看。</source>
        <translation>Type it again; the eye shows what is typed.</translation>
    </message>
    <message>
        <source>这个口令少于十个字符，容易被猜中。</source>
        <translation>Fewer than ten characters: easy to guess.</translation>
    </message>
    <message>
        <source>建议十个字符以上，可以是一句话。</source>
        <translation>Ten characters or more are advised; a sentence will do.</translation>
    </message>
    <message>
        <source>请填写：{0}</source>
        <translation>Please fill in: {0}</translation>
    </message>
    <message>
        <source>先看演示诊所</source>
        <translation>Look at a demonstration clinic first</translation>
    </message>
    <message>
        <source>正在准备演示诊所…（{0}/{1}）</source>
        <translation>Preparing the demonstration clinic… ({0}/{1})</translation>
    </message>
    <message>
        <source>正在准备演示诊所…</source>
        <translation>Preparing the demonstration clinic…</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>必填，还没有答案</source>
        <translation>Required, no answer yet</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
    <message>
        <source>添加</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>添加 {0}</source>
        <translation>Add {0}</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>HoldingsSection</name>
    <message>
        <source>数据</source>
        <translation>Data</translation>
    </message>
    <message>
        <source>病历只在这台电脑上，整个文件加密</source>
        <translation>Records are on this computer only; the whole file is encrypted</translation>
    </message>
    <message>
        <source>数据文件</source>
        <translation>File</translation>
    </message>
    <message>
        <source>大小</source>
        <translation>Size</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
    <message>
        <source>就诊</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>未写完的草稿</source>
        <translation>Unfinished drafts</translation>
    </message>
    <message>
        <source>文件格式</source>
        <translation>File format</translation>
    </message>
    <message>
        <source>打开文件夹</source>
        <translation>Open folder</translation>
    </message>
    <message>
        <source>打开着的数据文件请不要移动、改名或复制：先退出程序，再连同 keys.json 一起复制。</source>
        <translation>Do not move, rename or copy the file while it is open: quit first, then copy it together with keys.json.</translation>
    </message>
    <message>
        <source>{0} 位</source>
        <translation>{0} patients</translation>
    </message>
    <message>
        <source>{0} 次</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} 份</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>第 {0} 版</source>
        <translation>revision {0}</translation>
    </message>
</context>
<context>
    <name>IntakePage</name>
    <message>
        <source>草稿存于 {0}，已恢复</source>
        <translation>Draft of {0} restored</translation>
    </message>
    <message>
        <source>已保存，还没有签名</source>
        <translation>Saved, not signed yet</translation>
    </message>
    <message>
        <source>已签名定稿</source>
        <translation>Signed</translation>
    </message>
</context>
<context>
    <name>LastAnswerLine</name>
    <message>
        <source>沿用上次</source>
        <translation>As last time</translation>
    </message>
    <message>
        <source>{0} 沿用上次</source>
        <translation>{0}: as last time</translation>
    </message>
    <message>
        <source>撤销沿用</source>
        <translation>Undo</translation>
    </message>
    <message>
        <source>{0} 撤销沿用</source>
        <translation>{0}: undo as last time</translation>
    </message>
    <message>
        <source>上次 {0} {1}</source>
        <translation>Last {0} {1}</translation>
    </message>
    <message>
        <source>沿用 {0}</source>
        <translation>as on {0}</translation>
    </message>
    <message>
        <source>沿用就诊序号 {0}</source>
        <translation>as at visit {0}</translation>
    </message>
</context>
<context>
    <name>LastTime</name>
    <message>
        <source>上次 {0}</source>
        <translation>Last {0}</translation>
    </message>
</context>
<context>
    <name>LicenceSheet</name>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>LineEdit</name>
    <message>
        <source>清空</source>
        <translation>Clear</translation>
    </message>
</context>
<context>
    <name>LookSection</name>
    <message>
        <source>外观</source>
        <translation>Appearance</translation>
    </message>
    <message>
        <source>改了就生效；写到一半的内容先存为草稿</source>
        <translation>Takes effect at once; what is half written is kept as a draft first</translation>
    </message>
    <message>
        <source>主题</source>
        <translation>Theme</translation>
    </message>
    <message>
        <source>跟随系统</source>
        <translation>System</translation>
    </message>
    <message>
        <source>浅</source>
        <translation>Light</translation>
    </message>
    <message>
        <source>深</source>
        <translation>Dark</translation>
    </message>
    <message>
        <source>中文</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>行距</source>
        <translation>Rows</translation>
    </message>
    <message>
        <source>紧凑</source>
        <translation>Dense</translation>
    </message>
    <message>
        <source>舒适</source>
        <translation>Comfortable</translation>
    </message>
    <message>
        <source>记在这台电脑上，Ctrl+Shift+D 随时切换深浅</source>
        <translation>Kept on this computer; Ctrl+Shift+D switches light and dark</translation>
    </message>
    <message>
        <source>界面的语言；病历、症状和表单标题始终是中文</source>
        <translation>Of the window; records, symptoms and form titles are always Chinese</translation>
    </message>
    <message>
        <source>患者表和对比表的行高：紧凑 36，舒适 44</source>
        <translation>Height of rows in tables: dense 36, comfortable 44</translation>
    </message>
    <message>
        <source>动效</source>
        <translation>Motion</translation>
    </message>
    <message>
        <source>系统要求减少动效时，本程序也没有动效</source>
        <translation>None when the system asks for less</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>明道诊所</source>
        <translation>MingDao Clinic</translation>
    </message>
    <message>
        <source>演示诊所 — 明道诊所</source>
        <translation>Demonstration clinic — MingDao Clinic</translation>
    </message>
</context>
<context>
    <name>MomentField</name>
    <message>
        <source>年-月-日</source>
        <translation>year-month-day</translation>
    </message>
    <message>
        <source>时:分</source>
        <translation>hour:minute</translation>
    </message>
    <message>
        <source>年-月-日 时:分</source>
        <translation>year-month-day hour:minute</translation>
    </message>
</context>
<context>
    <name>NarrativeStrip</name>
    <message>
        <source>从{0}识别，点一下记入</source>
        <translation>Read from {0}; click to record</translation>
    </message>
    <message>
        <source>全部记入</source>
        <translation>Record all</translation>
    </message>
    <message>
        <source>还有 {0} 项</source>
        <translation>{0} more</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>OfferChip</name>
    <message>
        <source>记入 {0} {1}</source>
        <translation>Record {0} {1}</translation>
    </message>
    <message>
        <source>原文：{0}</source>
        <translation>Text: {0}</translation>
    </message>
    <message>
        <source>点一下记入，Delete 不记</source>
        <translation>Click to record, Delete to leave out</translation>
    </message>
</context>
<context>
    <name>OpenChoiceField</name>
    <message>
        <source>选择或输入</source>
        <translation>Choose or type</translation>
    </message>
</context>
<context>
    <name>OperatorsSection</name>
    <message>
        <source>操作者</source>
        <translation>Operators</translation>
    </message>
    <message>
        <source>读写病历都记在操作者名下，签名也用这个名字</source>
        <translation>Reading and writing records is logged under this name; so is a signature</translation>
    </message>
    <message>
        <source>正在使用</source>
        <translation>signed in</translation>
    </message>
</context>
<context>
    <name>OutlinePanel</name>
    <message>
        <source>大纲</source>
        <translation>Outline</translation>
    </message>
    <message>
        <source>必填 {0} / {1}</source>
        <translation>Required {0} / {1}</translation>
    </message>
</context>
<context>
    <name>OutlineRow</name>
    <message>
        <source>缺 {0}</source>
        <translation>{0} missing</translation>
    </message>
    <message>
        <source>余 {0}</source>
        <translation>{0} left</translation>
    </message>
    <message>
        <source>已填</source>
        <translation>complete</translation>
    </message>
    <message>
        <source>部分已填</source>
        <translation>partly filled</translation>
    </message>
    <message>
        <source>未填</source>
        <translation>Not filled</translation>
    </message>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
</context>
<context>
    <name>OverrideSheet</name>
    <message>
        <source>变化</source>
        <translation>Change</translation>
    </message>
    <message>
        <source>标记</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>为什么与计算不同，例如：当日漏记</source>
        <translation>Why it differs, e.g. left out that day</translation>
    </message>
    <message>
        <source>变化（四种状态，选一）</source>
        <translation>Change (one of four states)</translation>
    </message>
    <message>
        <source>或标记</source>
        <translation>or a marker</translation>
    </message>
    <message>
        <source>理由（必填）</source>
        <translation>Reason (required)</translation>
    </message>
    <message>
        <source>原判和依据原样留存</source>
        <translation>The computed result and its basis are kept</translation>
    </message>
    <message>
        <source>改判</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>请选一个状态或一个标记</source>
        <translation>Choose one state or one marker</translation>
    </message>
    <message>
        <source>请写理由</source>
        <translation>Give the reason</translation>
    </message>
    <message>
        <source>计算为 {computed}（{rule}）</source>
        <translation>Computed: {computed} ({rule})</translation>
    </message>
    <message>
        <source>{0} 的改判：{1}</source>
        <translation>{0}: choice for {1}</translation>
    </message>
    <message>
        <source>医师改判：{0}·{1}</source>
        <translation>Physician&apos;s choice: {0} · {1}</translation>
    </message>
    <message>
        <source>不改判</source>
        <translation>Leave as computed</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>全部操作</source>
        <translation>All actions</translation>
    </message>
    <message>
        <source>查找操作</source>
        <translation>Find action</translation>
    </message>
    <message>
        <source>操作名或拼音首字母</source>
        <translation>Name of an action</translation>
    </message>
    <message>
        <source>操作</source>
        <translation>Actions</translation>
    </message>
    <message>
        <source>执行</source>
        <translation>Run</translation>
    </message>
    <message>
        <source>离开</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>PatientsModel</name>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>年龄</source>
        <translation>Age</translation>
    </message>
    <message>
        <source>病历号</source>
        <translation>Record no.</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>末次就诊</source>
        <translation>Last visit</translation>
    </message>
    <message>
        <source>次数</source>
        <translation>Visits</translation>
    </message>
    <message>
        <source>末次主诉</source>
        <translation>Last complaint</translation>
    </message>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
</context>
<context>
    <name>PatientsPage</name>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>有相近的患者：{0}</source>
        <translation>Similar patients: {0}</translation>
    </message>
</context>
<context>
    <name>People</name>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>姓名・拼音首字母・电话・病历号</source>
        <translation>Name, pinyin, phone, record no.</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>全部</source>
        <translation>All</translation>
    </message>
    <message>
        <source>有草稿</source>
        <translation>With draft</translation>
    </message>
    <message>
        <source>近 {0} 天来过</source>
        <translation>Seen in the last {0} days</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>详情</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>登记第一位患者</source>
        <translation>Register the first patient</translation>
    </message>
    <message>
        <source>清除筛选</source>
        <translation>Clear filters</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>正在读患者列表</source>
        <translation>Reading the list of patients</translation>
    </message>
    <message>
        <source>{0} 位</source>
        <translation>{0} patients</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>没有找到符合的患者：{0}。</source>
        <translation>No patient fits: {0}.</translation>
    </message>
    <message>
        <source>患者</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>PersonForm</name>
    <message>
        <source>姓名</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>性别</source>
        <translation>Sex</translation>
    </message>
    <message>
        <source>出生</source>
        <translation>Birth</translation>
    </message>
    <message>
        <source>1985-03-02、1985，或 35岁</source>
        <translation>1985-03-02, 1985, or 35岁</translation>
    </message>
    <message>
        <source>电话</source>
        <translation>Phone</translation>
    </message>
    <message>
        <source>身份证号</source>
        <translation>ID card</translation>
    </message>
    <message>
        <source>清除已录的号码</source>
        <translation>Clear the number on file</translation>
    </message>
    <message>
        <source>已录 {0}，不填则不改</source>
        <translation>{0} on file; empty leaves it</translation>
    </message>
    <message>
        <source>保留已录的号码</source>
        <translation>Keep the number on file</translation>
    </message>
</context>
<context>
    <name>PersonSheet</name>
    <message>
        <source>只存在本机，加密保存</source>
        <translation>Kept on this computer only, encrypted</translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>未录</source>
        <translation>Not recorded</translation>
    </message>
    <message>
        <source>还没有就诊</source>
        <translation>No visits yet</translation>
    </message>
    <message>
        <source>确认此患者</source>
        <translation>Confirm this patient</translation>
    </message>
    <message>
        <source>都不是，新建患者…</source>
        <translation>None of them: new patient…</translation>
    </message>
    <message>
        <source>姓名、性别、出生日期全同时须写理由</source>
        <translation>Same name, sex and birth need a reason</translation>
    </message>
    <message>
        <source>还没有选定</source>
        <translation>None chosen yet</translation>
    </message>
    <message>
        <source>已选 {0} {1}</source>
        <translation>Chosen: {0} {1}</translation>
    </message>
    <message>
        <source>另有 {0} 位音近</source>
        <translation>{0} more sound alike</translation>
    </message>
    <message>
        <source>另有 {0} 位相近</source>
        <translation>{0} more are similar</translation>
    </message>
    <message>
        <source>病历号 {0}</source>
        <translation>Record no. {0}</translation>
    </message>
    <message>
        <source>电话尾号</source>
        <translation>Phone tail</translation>
    </message>
    <message>
        <source>建档 {0}</source>
        <translation>registered {0}</translation>
    </message>
    <message>
        <source>没有主诉</source>
        <translation>No chief complaint</translation>
    </message>
    <message>
        <source>选择</source>
        <translation>Choose</translation>
    </message>
    <message>
        <source>确认</source>
        <translation>Confirm</translation>
    </message>
    <message>
        <source>离开，不改动</source>
        <translation>Leave, nothing changes</translation>
    </message>
    <message>
        <source>{0} 位患者登记了电话“{1}”</source>
        <translation>{0} patients have the phone “{1}”</translation>
    </message>
    <message>
        <source>{0} 位患者同名“{1}”</source>
        <translation>{0} patients are called “{1}”</translation>
    </message>
    <message>
        <source>1 位患者可能是“{0}”</source>
        <translation>1 patient may be “{0}”</translation>
    </message>
    <message>
        <source>{0} 位患者与“{1}”读音相同</source>
        <translation>{0} patients sound like “{1}”</translation>
    </message>
    <message>
        <source>{0} 位患者与“{1}”相近</source>
        <translation>{0} patients are close to “{1}”</translation>
    </message>
    <message>
        <source>请核对出生日期和电话，选定一位后才能书写。没有默认选中。</source>
        <translation>Check birth and phone; writing begins once one is chosen. None is preselected.</translation>
    </message>
    <message>
        <source>没有默认选中。</source>
        <translation>None is preselected.</translation>
    </message>
</context>
<context>
    <name>PrintSheet</name>
    <message>
        <source>打印什么</source>
        <translation>What to print</translation>
    </message>
    <message>
        <source>纸张</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>上一页</source>
        <translation>Previous page</translation>
    </message>
    <message>
        <source>下一页</source>
        <translation>Next page</translation>
    </message>
    <message>
        <source>存为 PDF…</source>
        <translation>Save as PDF…</translation>
    </message>
    <message>
        <source>打印…</source>
        <translation>Print…</translation>
    </message>
    <message>
        <source>第 {page} 页，共 {pages} 页</source>
        <translation>Page {page} of {pages}</translation>
    </message>
    <message>
        <source>有 {count} 个字本机没有字形，会印成方框</source>
        <translation>{count} characters have no glyph here and would print as boxes</translation>
    </message>
    <message>
        <source>存为 PDF</source>
        <translation>Save as PDF</translation>
    </message>
    <message>
        <source>打印：{0}</source>
        <translation>Print: {0}</translation>
    </message>
    <message>
        <source>只打印已保存的内容</source>
        <translation>Only what is saved is printed</translation>
    </message>
    <message>
        <source>不打印</source>
        <translation>Do not print</translation>
    </message>
    <message>
        <source>这台电脑还没有装打印机。病历没有改动；可以先存为 PDF，装好打印机再来打印。</source>
        <translation>This computer has no printer yet. The record is as it was; save a PDF and print it once there is one.</translation>
    </message>
    <message>
        <source>显示</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>整页</source>
        <translation>Whole page</translation>
    </message>
    <message>
        <source>页宽</source>
        <translation>Page width</translation>
    </message>
    <message>
        <source>PDF 已写好并核对过页数和字数。</source>
        <translation>The PDF is written; its pages and characters were checked.</translation>
    </message>
    <message>
        <source>没有打印成，病历没有改动。</source>
        <translation>Not printed; the record is as it was.</translation>
    </message>
</context>
<context>
    <name>QuantityField</name>
    <message>
        <source>单位</source>
        <translation>Unit</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>添加</source>
        <translation>Add</translation>
    </message>
    <message>
        <source>添加 {0}</source>
        <translation>Add {0}</translation>
    </message>
    <message>
        <source>必填</source>
        <translation>Required</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>页面</source>
        <translation>Screens</translation>
    </message>
</context>
<context>
    <name>Reader</name>
    <message>
        <source>给“{0}”签名定稿？</source>
        <translation>Sign “{0}”?</translation>
    </message>
    <message>
        <source>已签名：{0} {1}。</source>
        <translation>Signed: {0} {1}.</translation>
    </message>
</context>
<context>
    <name>RecordSheet</name>
    <message>
        <source>{0}·{1}·{2}</source>
        <translation>{0} · {1} · {2}</translation>
    </message>
    <message>
        <source>已签名 {0} {1:%Y-%m-%d %H:%M}</source>
        <translation>Signed {0} {1:%Y-%m-%d %H:%M}</translation>
    </message>
    <message>
        <source>未签名</source>
        <translation>Not signed</translation>
    </message>
    <message>
        <source>就诊 {0:%Y-%m-%d %H:%M}·医师 {1}·{2}</source>
        <translation>Visit {0:%Y-%m-%d %H:%M} · physician {1} · {2}</translation>
    </message>
    <message>
        <source>未填</source>
        <translation>Not filled</translation>
    </message>
    <message>
        <source>症状</source>
        <translation>Symptom</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>患者原话</source>
        <translation>Patient&apos;s words</translation>
    </message>
    <message>
        <source>起于·频次·所述</source>
        <translation>Since · frequency · words</translation>
    </message>
    <message>
        <source>所述 {0}</source>
        <translation>said {0}</translation>
    </message>
    <message>
        <source>医师改判</source>
        <translation>Physician&apos;s choice</translation>
    </message>
    <message>
        <source>{0}：原判 {1}，改判 {2}。理由：{3}（{4}）</source>
        <translation>{0}: computed {1}, chosen {2}. Reason: {3} ({4})</translation>
    </message>
    <message>
        <source>前一次就诊</source>
        <translation>Visit before</translation>
    </message>
    <message>
        <source>后一次就诊</source>
        <translation>Visit after</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
    <message>
        <source>对比</source>
        <translation>Compare</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>打印</source>
        <translation>Print</translation>
    </message>
    <message>
        <source>与前一次相比的改动</source>
        <translation>Changes since the visit before</translation>
    </message>
    <message>
        <source>前一次：{0}</source>
        <translation>Before: {0}</translation>
    </message>
    <message>
        <source>这一次：{0}</source>
        <translation>Now: {0}</translation>
    </message>
</context>
<context>
    <name>RegisterSheet</name>
    <message>
        <source>登记新患者</source>
        <translation>Register a patient</translation>
    </message>
    <message>
        <source>姓名与性别必填。病历号由程序给出。</source>
        <translation>Name and sex are required. The program gives the record number.</translation>
    </message>
    <message>
        <source>理由</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>为什么不是同一个人</source>
        <translation>Why it is another person</translation>
    </message>
    <message>
        <source>登记</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>不登记</source>
        <translation>Cancel</translation>
    </message>
    <message>
        <source>正在登记…</source>
        <translation>Registering…</translation>
    </message>
    <message>
        <source>确为另一人，登记</source>
        <translation>Another person: register</translation>
    </message>
    <message>
        <source>新患者 {0}</source>
        <translation>new patient {0}</translation>
    </message>
</context>
<context>
    <name>SaveFoot</name>
    <message>
        <source>保存</source>
        <translation>Save</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>缺 {0} 项必填</source>
        <translation>{0} required missing</translation>
    </message>
    <message>
        <source>{0} 项未问，可以保存</source>
        <translation>{0} not asked; can be saved</translation>
    </message>
    <message>
        <source>可以保存</source>
        <translation>Can be saved</translation>
    </message>
</context>
<context>
    <name>SavedCard</name>
    <message>
        <source>已保存的病历</source>
        <translation>Saved record</translation>
    </message>
    <message>
        <source>已签名定稿</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>已保存</source>
        <translation>Saved</translation>
    </message>
    <message>
        <source>对比上次</source>
        <translation>Compare with last</translation>
    </message>
    <message>
        <source>打印病历</source>
        <translation>Print record</translation>
    </message>
    <message>
        <source>签名定稿…</source>
        <translation>Sign…</translation>
    </message>
    <message>
        <source>继续写下一份</source>
        <translation>Write the next</translation>
    </message>
</context>
<context>
    <name>Secret</name>
    <message>
        <source>隐藏口令</source>
        <translation>Hide passphrase</translation>
    </message>
    <message>
        <source>显示口令</source>
        <translation>Show passphrase</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>设置</source>
        <translation>Settings</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>快捷键一览</source>
        <translation>Keyboard shortcuts</translation>
    </message>
    <message>
        <source>收起</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>SortHeader</name>
    <message>
        <source>排序</source>
        <translation>Sort</translation>
    </message>
    <message>
        <source>降序</source>
        <translation>, descending</translation>
    </message>
    <message>
        <source>升序</source>
        <translation>, ascending</translation>
    </message>
    <message>
        <source>按{0}{1}</source>
        <translation>by {0}{1}</translation>
    </message>
    <message>
        <source>{0}，{1}</source>
        <translation>{0}, {1}</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>状态栏</source>
        <translation>Status line</translation>
    </message>
    <message>
        <source>离线</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>今日 ¥0</source>
        <translation>Today ¥0</translation>
    </message>
    <message>
        <source>账本记录中</source>
        <translation>Ledger recording</translation>
    </message>
    <message>
        <source>没有待存内容</source>
        <translation>Nothing to save</translation>
    </message>
    <message>
        <source>未打开诊所</source>
        <translation>No clinic open</translation>
    </message>
    <message>
        <source>没有接任何模型或网络，数据只在这台电脑上</source>
        <translation>No model and no network is connected; data stays on this computer</translation>
    </message>
    <message>
        <source>没有用过收费的服务</source>
        <translation>No paid service was used</translation>
    </message>
    <message>
        <source>每次读写病历都在加密文件里留痕</source>
        <translation>Each reading and writing of a record leaves its mark in the encrypted file</translation>
    </message>
    <message>
        <source>未保存</source>
        <translation>Not saved</translation>
    </message>
    <message>
        <source>保存失败，正在重试</source>
        <translation>Not saved; trying again</translation>
    </message>
</context>
<context>
    <name>SymptomCells</name>
    <message>
        <source>{0} 程度</source>
        <translation>{0}: grade</translation>
    </message>
    <message>
        <source>{0} 数目</source>
        <translation>{0}: count</translation>
    </message>
    <message>
        <source>{0} 单位</source>
        <translation>{0}: unit</translation>
    </message>
    <message>
        <source>单位</source>
        <translation>Unit</translation>
    </message>
    <message>
        <source>{0} 起于</source>
        <translation>{0}: since</translation>
    </message>
    <message>
        <source>起于</source>
        <translation>Since</translation>
    </message>
    <message>
        <source>{0} 频次</source>
        <translation>{0}: frequency</translation>
    </message>
    <message>
        <source>频次</source>
        <translation>Freq.</translation>
    </message>
    <message>
        <source>{0} 患者原话</source>
        <translation>{0}: patient&apos;s words</translation>
    </message>
    <message>
        <source>原话</source>
        <translation>Words</translation>
    </message>
    <message>
        <source>移除 {0}</source>
        <translation>Remove {0}</translation>
    </message>
</context>
<context>
    <name>SymptomRow</name>
    <message>
        <source>记数目 #</source>
        <translation>Count #</translation>
    </message>
    <message>
        <source>又起 R</source>
        <translation>Again R</translation>
    </message>
    <message>
        <source>移除</source>
        <translation>Remove</translation>
    </message>
</context>
<context>
    <name>SymptomTable</name>
    <message>
        <source>上次症状</source>
        <translation>Last time&apos;s symptoms</translation>
    </message>
    <message>
        <source>添加症状</source>
        <translation>Add symptom</translation>
    </message>
    <message>
        <source>对照 {0}，不点即为“未问”</source>
        <translation>Compared with {0}; untouched is “not asked”</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>患者列表</source>
        <translation>Patients</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>今日就诊</source>
        <translation>Visits today</translation>
    </message>
    <message>
        <source>今天还没有就诊。</source>
        <translation>No visits today yet.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
    <message>
        <source>打开问诊</source>
        <translation>Open intake</translation>
    </message>
    <message>
        <source>最近患者</source>
        <translation>Recent patients</translation>
    </message>
    <message>
        <source>还没有患者。</source>
        <translation>No patients yet.</translation>
    </message>
    <message>
        <source>登记第一位患者</source>
        <translation>Register the first patient</translation>
    </message>
    <message>
        <source>全部患者</source>
        <translation>All patients</translation>
    </message>
    <message>
        <source>需要处理</source>
        <translation>Needs attention</translation>
    </message>
    <message>
        <source>没有要处理的事。</source>
        <translation>Nothing needs attention.</translation>
    </message>
    <message>
        <source>未写完的草稿</source>
        <translation>Unfinished drafts</translation>
    </message>
    <message>
        <source>没有写了一半的病历。</source>
        <translation>No unfinished records.</translation>
    </message>
    <message>
        <source>今日门诊</source>
        <translation>Today in figures</translation>
    </message>
    <message>
        <source>已看</source>
        <translation>Seen</translation>
    </message>
    <message>
        <source>初诊</source>
        <translation>First visits</translation>
    </message>
    <message>
        <source>草稿</source>
        <translation>Drafts</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>未就诊</source>
        <translation>No visit</translation>
    </message>
    <message>
        <source>继续</source>
        <translation>Resume</translation>
    </message>
    <message>
        <source>查看</source>
        <translation>View</translation>
    </message>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>今日</source>
        <translation>Today</translation>
    </message>
    <message>
        <source>正在读取…</source>
        <translation>Reading…</translation>
    </message>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>存于 {0}</source>
        <translation>saved {0}</translation>
    </message>
    <message>
        <source>，缺 {0} 项必填</source>
        <translation>, {0} required missing</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>今天有 {0} 份病历未签名</source>
        <translation>Unsigned records of today: {0}</translation>
    </message>
    <message>
        <source>之前有 {0} 份病历未签名</source>
        <translation>Unsigned records of earlier days: {0}</translation>
    </message>
</context>
<context>
    <name>TopLine</name>
    <message>
        <source>查找</source>
        <translation>Find</translation>
    </message>
    <message>
        <source>大纲</source>
        <translation>Outline</translation>
    </message>
    <message>
        <source>表单</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>就诊 {0}</source>
        <translation>Visit {0}</translation>
    </message>
    <message>
        <source>{0}，补记</source>
        <translation>{0}, entered later</translation>
    </message>
    <message>
        <source>修改就诊时间</source>
        <translation>Change visit time</translation>
    </message>
    <message>
        <source>医师 {0}</source>
        <translation>Physician {0}</translation>
    </message>
</context>
<context>
    <name>TrendChart</name>
    <message>
        <source>无</source>
        <translation>No</translation>
    </message>
    <message>
        <source>；</source>
        <translation>; </translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>TrendSheet</name>
    <message>
        <source>{0} 历次变化·{1}</source>
        <translation>{0} over time · {1}</translation>
    </message>
    <message>
        <source>未问的就诊留空，不连线。左右键逐次查看。</source>
        <translation>Visits where it was not asked are gaps. Left and right walk the visits.</translation>
    </message>
    <message>
        <source>关闭</source>
        <translation>Close</translation>
    </message>
</context>
<context>
    <name>TroubleCard</name>
    <message>
        <source>再试一次</source>
        <translation>Try again</translation>
    </message>
    <message>
        <source>诊所打不开</source>
        <translation>The clinic cannot be opened</translation>
    </message>
</context>
<context>
    <name>UnknownNumber</name>
    <message>
        <source>病历号 {0} 不存在</source>
        <translation>There is no record no. {0}</translation>
    </message>
    <message>
        <source>没有打开任何病历，也没有新建。</source>
        <translation>No record was opened or made.</translation>
    </message>
    <message>
        <source>新建患者</source>
        <translation>New patient</translation>
    </message>
    <message>
        <source>按姓名查找“{0}”</source>
        <translation>Find “{0}” by name</translation>
    </message>
    <message>
        <source>按姓名查找</source>
        <translation>Find by name</translation>
    </message>
    <message>
        <source>返回修改</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>请核对号码。记不清号码时，可以按姓名查找。</source>
        <translation>Check the number. If you are not sure, search by name.</translation>
    </message>
    <message>
        <source>请核对号码。名叫“{0}”或与之相近的有 {1} 位，可以按姓名查找。</source>
        <translation>Check the number. {1} patients are called “{0}” or nearly; search by name.</translation>
    </message>
    <message>
        <source>请核对号码。也没有名叫“{0}”的患者。</source>
        <translation>Check the number. Nobody is called “{0}” either.</translation>
    </message>
</context>
<context>
    <name>UnlockCard</name>
    <message>
        <source>病历已加密关闭，屏幕上不留患者信息</source>
        <translation>Records are encrypted and closed; nothing of patients is on screen</translation>
    </message>
    <message>
        <source>已保存的病历和草稿都在</source>
        <translation>Saved records and drafts are all there</translation>
    </message>
    <message>
        <source>解锁后接着工作</source>
        <translation>Unlock to go on working</translation>
    </message>
    <message>
        <source>口令</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>正在打开…</source>
        <translation>Opening…</translation>
    </message>
    <message>
        <source>解锁</source>
        <translation>Unlock</translation>
    </message>
    <message>
        <source>还在打开。升级后第一次打开要整理数据，病历多时约十几秒，请不要关机。</source>
        <translation>Still opening. After an update the data is put in order first; with many records this takes a quarter of a minute. Please do not switch off.</translation>
    </message>
</context>
<context>
    <name>VisitTimeSheet</name>
    <message>
        <source>就诊时间</source>
        <translation>Visit time</translation>
    </message>
    <message>
        <source>补记以前的就诊时改这里，不能晚于现在。</source>
        <translation>For a visit entered later; not after now.</translation>
    </message>
    <message>
        <source>年-月-日 时:分</source>
        <translation>year-month-day hour:minute</translation>
    </message>
    <message>
        <source>用保存时的时间</source>
        <translation>Time of saving</translation>
    </message>
    <message>
        <source>返回</source>
        <translation>Go back</translation>
    </message>
    <message>
        <source>确定</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>读不懂这个时间，请写成 2026-11-01 9:30</source>
        <translation>This time cannot be read; write 2026-11-01 9:30</translation>
    </message>
    <message>
        <source>就诊时间不能晚于现在</source>
        <translation>The visit cannot be later than now</translation>
    </message>
</context>
<context>
    <name>VisitsModel</name>
    <message>
        <source>已签</source>
        <translation>Signed</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>对比已变</source>
        <translation>changed</translation>
    </message>
    <message>
        <source>没有主诉</source>
        <translation>No chief complaint</translation>
    </message>
    <message>
        <source>{0} 项症状</source>
        <translation>{0} symptoms</translation>
    </message>
    <message>
        <source>、</source>
        <translation>, </translation>
    </message>
    <message>
        <source>改动：{0}</source>
        <translation>changed: {0}</translation>
    </message>
</context>
<context>
    <name>Who</name>
    <message>
        <source>出生未录</source>
        <translation>birth not recorded</translation>
    </message>
</context>
<context>
    <name>WritingArea</name>
    <message>
        <source>还没有选定患者，先查找。</source>
        <translation>No patient chosen. Find one first.</translation>
    </message>
    <message>
        <source>查找患者</source>
        <translation>Find patient</translation>
    </message>
</context>
<context>
    <name>_Side</name>
    <message>
        <source>没有写</source>
        <translation>not given</translation>
    </message>
    <message>
        <source>不符</source>
        <translation>differs</translation>
    </message>
</context>
<context>
    <name>printing</name>
    <message>
        <source>复诊对比表</source>
        <translation>Comparison of visits</translation>
    </message>
    <message>
        <source>上次</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>本次</source>
        <translation>This</translation>
    </message>
    <message>
        <source>年龄</source>
        <translation>Age</translation>
    </message>
    <message>
        <source>就诊日期</source>
        <translation>Visit date</translation>
    </message>
    <message>
        <source>医师</source>
        <translation>Physician</translation>
    </message>
    <message>
        <source>未问</source>
        <translation>Not asked</translation>
    </message>
    <message>
        <source>第 {page} 页，共 {pages} 页</source>
        <translation>Page {page} of {pages}</translation>
    </message>
    <message>
        <source>{0}：{1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>签名</source>
        <translation>Signature</translation>
    </message>
    <message>
        <source>未签</source>
        <translation>Unsigned</translation>
    </message>
    <message>
        <source>复诊·{0}</source>
        <translation>Return visit · {0}</translation>
    </message>
    <message>
        <source>病历 {no} 就诊序号 {number}，保存于 {at}，表单 {title} {version}</source>
        <translation>Record {no}, visit {number}, saved {at}, form {title} {version}</translation>
    </message>
    <message>
        <source>{0}，未签名</source>
        <translation>{0}, not signed</translation>
    </message>
    <message>
        <source>{0}，{1} 签名于 {2}</source>
        <translation>{0}, signed by {1} at {2}</translation>
    </message>
</context>
<context>
    <name>visit</name>
    <message>
        <source>初诊</source>
        <translation>First visit</translation>
    </message>
    <message>
        <source>第{place}诊</source>
        <translation>Visit {place}</translation>
    </message>
</context>
</TS>
